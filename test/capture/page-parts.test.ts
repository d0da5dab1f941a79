import { describe, expect, test, vi } from 'vitest';
import { Announcer } from '../../capture/src/announcer.ts';
import { grown, middleOf, sourceOf } from '../../capture/src/geometry.ts';
import { Release } from '../../capture/src/judge/release.ts';

describe('the shutter', () => {
  test('lets go after three good looks in a row, and not before', () => {
    const release = new Release<'dark'>();
    const taken = [undefined, undefined, 'dark', undefined, undefined, undefined] as const;
    expect(taken.map((problem) => release.take(problem).release)).toEqual([false, false, false, false, false, true]);
  });

  test('tells what stays, once, and not what flickers', () => {
    const release = new Release<'dark' | 'blur'>();
    const seen = ['dark', 'blur', 'dark', 'dark', 'dark', undefined, undefined] as const;
    expect(seen.map((problem) => release.take(problem).tell)).toEqual([
      undefined,
      undefined,
      undefined,
      'dark',
      undefined,
      undefined,
      null,
    ]);
  });
});

describe('what is sent is what the person sees', () => {
  test('of an upright video in a square, the middle', () => {
    const source = sourceOf(
      { width: 1080, height: 1920 },
      { width: 360, height: 360 },
      { x: 0, y: 0, width: 360, height: 360 },
    );
    expect(source).toEqual({ x: 0, y: 420, width: 1080, height: 1080 });
  });

  test('of a lying video in an upright screen, the middle', () => {
    const source = sourceOf(
      { width: 1280, height: 960 },
      { width: 300, height: 400 },
      { x: 75, y: 100, width: 150, height: 200 },
    );
    expect(source).toEqual({ x: 460, y: 240, width: 360, height: 480 });
  });

  test('with a margin, as far as the picture goes', () => {
    expect(grown({ width: 100, height: 100 }, { x: 5, y: 40, width: 90, height: 20 }, 0.1)).toEqual({
      x: 0,
      y: 38,
      width: 100,
      height: 24,
    });
  });

  test('of a face, upright', () => {
    expect(middleOf({ x: 0, y: 0, width: 1280, height: 960 }, 0.75)).toEqual({ x: 280, y: 0, width: 720, height: 960 });
  });
});

describe('a screen reader', () => {
  const regions = () => {
    const [hints, steps] = [{ textContent: '' }, { textContent: '' }];
    return { hints, steps, announcer: new Announcer(hints, steps) };
  };

  test('is told each step at once, and hints when there is time, the newest of them', () => {
    vi.useFakeTimers();
    try {
      const { hints, steps, announcer } = regions();
      announcer.step('Turn your head to your left');
      expect(steps.textContent).toBe('Turn your head to your left');
      announcer.hint('Hold still');
      announcer.hint('A little more');
      vi.advanceTimersByTime(2_000);
      expect(hints.textContent).toBe('');
      vi.advanceTimersByTime(600);
      expect(hints.textContent).toBe('A little more');
      announcer.hint('A little more');
      vi.advanceTimersByTime(5_000);
      expect(hints.textContent).toBe('A little more');
    } finally {
      vi.useRealTimers();
    }
  });

  test('hears no hint of a step that is over', () => {
    vi.useFakeTimers();
    try {
      const { hints, announcer } = regions();
      announcer.step('Turn your head to your left');
      announcer.hint('A little more');
      announcer.step('Come closer');
      vi.advanceTimersByTime(10_000);
      expect(hints.textContent).toBe('');
    } finally {
      vi.useRealTimers();
    }
  });
});
