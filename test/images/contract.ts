import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ImageStore } from '../../src/images/port.ts';

/** One empty store; `open` gives it like another process or node would. */
export interface StoreUnderTest {
  open(): ImageStore;
  remove(): Promise<void>;
}

/** What every implementation of `ImageStore` has to pass. */
export function imagesContract(implementation: string, create: () => Promise<StoreUnderTest>): void {
  describe(`images in ${implementation}`, () => {
    let under: StoreUnderTest;
    let store: ImageStore;
    beforeEach(async () => {
      under = await create();
      store = under.open();
    });
    afterEach(() => under.remove());

    test('an image is given back as it was put, also to another process', async () => {
      const bytes = Uint8Array.from({ length: 3_000_000 }, (_, at) => (at * 7) % 251);
      await store.put(12, 'document', bytes);
      await store.put(12, 'selfie', Uint8Array.of());
      expect(Buffer.compare((await under.open().get(12, 'document'))!, bytes)).toBe(0);
      expect(await under.open().get(12, 'selfie')).toHaveLength(0);
    });

    test('records and kinds are kept apart, and what was never put is undefined', async () => {
      await store.put(1, 'document', Uint8Array.of(1));
      await store.put(1001, 'document', Uint8Array.of(2));
      expect([...(await store.get(1, 'document'))!]).toEqual([1]);
      expect([...(await store.get(1001, 'document'))!]).toEqual([2]);
      expect(await store.get(1, 'selfie')).toBeUndefined();
      expect(await store.get(2, 'document')).toBeUndefined();
    });

    test('a second image of the same kind replaces the first as a whole', async () => {
      await store.put(5, 'selfie', new Uint8Array(1000).fill(1));
      await store.put(5, 'selfie', Uint8Array.of(9));
      expect([...(await store.get(5, 'selfie'))!]).toEqual([9]);
    });

    test('deleting a record takes both images and nothing else, and says whether there was any', async () => {
      await store.put(7, 'document', Uint8Array.of(1));
      await store.put(7, 'selfie', Uint8Array.of(2));
      await store.put(8, 'document', Uint8Array.of(3));
      expect(await store.delete(7)).toBe(true);
      expect(await store.delete(7)).toBe(false);
      expect(await store.get(7, 'document')).toBeUndefined();
      expect(await store.get(7, 'selfie')).toBeUndefined();
      expect([...(await store.get(8, 'document'))!]).toEqual([3]);
    });

    test('what was deleted is not brought back by replacing it', async () => {
      await store.put(9, 'document', Uint8Array.of(1));
      expect(await store.replace(9, 'document', Uint8Array.of(2))).toBe(true);
      expect([...(await store.get(9, 'document'))!]).toEqual([2]);
      expect(await store.replace(9, 'selfie', Uint8Array.of(3))).toBe(false);
      await store.delete(9);
      expect(await store.replace(9, 'document', Uint8Array.of(4))).toBe(false);
      expect(await store.get(9, 'document')).toBeUndefined();
    });

    test('every record that has an image is found once, with the time it was stored', async () => {
      expect(await found(store)).toEqual([]);
      const before = Date.now() - 2000;
      await store.put(3, 'document', Uint8Array.of(1));
      await store.put(3, 'selfie', Uint8Array.of(1));
      await store.put(70_000, 'selfie', Uint8Array.of(1));
      expect((await found(store)).map(({ record }) => record).sort((a, b) => a - b)).toEqual([3, 70_000]);
      for (const { storedAt } of await found(store)) expect(storedAt.getTime()).toBeGreaterThan(before);
      await store.delete(3);
      expect((await found(under.open())).map(({ record }) => record)).toEqual([70_000]);
    });

    test('many at once do not disturb each other', async () => {
      const ids = Array.from({ length: 40 }, (_, at) => at + 1);
      await Promise.all(ids.map((id) => store.put(id, 'document', new Uint8Array(5000).fill(id))));
      const back = await Promise.all(ids.map((id) => store.get(id, 'document')));
      expect(back.map((bytes) => bytes?.[4999])).toEqual(ids);
    });
  });
}

async function found(store: ImageStore): Promise<{ record: number; storedAt: Date }[]> {
  const records = [];
  for await (const one of store.records()) records.push(one);
  return records;
}
