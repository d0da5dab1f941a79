import { useState } from 'preact/hooks';
import type { PicturesView, PictureView, VerificationRecord } from '../../../src/http/dashboard/wire.ts';
import { send } from '../api.ts';
import { Moment } from '../format.tsx';
import { known, t } from '../language.ts';
import { useMay } from '../session.tsx';
import { Code } from '../ui/copy.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice, Problem } from '../ui/states.tsx';
import { useAction } from '../use.ts';
import { DocumentValue } from './document-value.tsx';
import { Figure } from './picture-figure.tsx';

const MAX_REASON = 200;
const FACES = ['portrait', 'selfie', 'step-1', 'step-2', 'step-3'];
const SIDES = ['document', 'back'];

/**
 * The pictures of a verification, for those who may look where the account allows it. They are asked for with a reason,
 * stay in the page's memory alone, and go with it. Others read how the operator hands them over.
 */
export function Pictures({ record }: { record: VerificationRecord }) {
  const may = useMay('pictures');
  const [reason, setReason] = useState('');
  const [seen, setSeen] = useState<PicturesView>();
  const look = useAction(async () => {
    setSeen(await send<PicturesView>('POST', `/verifications/${record.id}/pictures`, { reason }));
  });
  return (
    <section class="panel stack tight spaced" aria-labelledby="images">
      <h2 id="images">{t('images.title')}</h2>
      {!may || !record.reviewPictures ? (
        <HandedOver id={record.id} />
      ) : seen ? (
        <Seen view={seen} record={record} hide={() => setSeen(undefined)} />
      ) : (
        <form
          class="stack tight"
          onSubmit={(event) => {
            event.preventDefault();
            look.run();
          }}
        >
          <p class="muted">{t('images.lookText')}</p>
          <TextField
            label={t('images.reason')}
            value={reason}
            required
            maxLength={MAX_REASON}
            error={look.fields.reason}
            onText={setReason}
          />
          <Problem text={look.problem} />
          <div class="row">
            <button type="submit" class="button" disabled={look.busy}>
              {t('images.look')}
            </button>
          </div>
        </form>
      )}
    </section>
  );
}

/** The operator hands them over. */
function HandedOver({ id }: { id: number }) {
  return (
    <>
      <p class="muted">{t('images.text')}</p>
      <Code
        text={`touchstone images export ${id} --reason "manual review" --out ./review-${id}`}
        label={t('images.command')}
      />
    </>
  );
}

interface SeenProps {
  readonly view: PicturesView;
  readonly record: VerificationRecord;
  hide(): void;
}

function Seen({ view, record, hide }: SeenProps) {
  const named = (names: readonly string[]) => view.pictures.filter(({ name }) => names.includes(name));
  const faces = named(FACES);
  const order = (one: PictureView) => FACES.indexOf(one.name);
  return (
    <div class="stack">
      <div class="row between">
        <p class="small muted">
          {t('images.shownTo', { viewer: view.viewer })} <Moment at={view.at} />
        </p>
        <button type="button" class="button small" onClick={hide}>
          {t('images.hide')}
        </button>
      </div>
      {view.damaged.length > 0 && (
        <Notice tone="danger">
          {t('images.damaged', { names: view.damaged.map((name) => nameOf(name)).join(', ') })}
        </Notice>
      )}
      {named(SIDES).map((side) => (
        <div key={side.name} class="halves">
          <Figure picture={side} title={nameOf(side.name)} />
          <Places side={side} record={record} />
        </div>
      ))}
      <div class="pictures">
        {faces
          .toSorted((a, b) => order(a) - order(b))
          .map((face) => (
            <Figure key={face.name} picture={face} title={nameOf(face.name, record)} />
          ))}
      </div>
    </div>
  );
}

/** What each field was read as, beside what stands there on the document. */
function Places({ side, record: { extractedData } }: { side: PictureView; record: VerificationRecord }) {
  if (side.places.length === 0) return <p class="muted">{t('images.nowhere')}</p>;
  return (
    <dl class="places">
      {side.places.map(({ field, box }) => {
        const label = field === 'zone' ? t('images.zone') : t(`data.${field as 'fullName'}`);
        const value = field === 'zone' ? null : extractedData[field];
        return (
          <div key={`${field} ${box.x} ${box.y}`}>
            <dt>{label}</dt>
            <dd class="strip-line">
              <Strip side={side} box={box} label={t('images.place', { field: label })} />
              {field !== 'zone' &&
                (value === null ? <span class="muted">–</span> : <DocumentValue field={field} value={value} />)}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

interface StripProps {
  readonly side: PictureView;
  readonly box: PictureView['places'][number]['box'];
  readonly label: string;
}

/** The part of a picture where a field stands. */
function Strip({ side: { data, width, height }, box, label }: StripProps) {
  const [wide, high] = [Math.max(box.width, 0.01), Math.max(box.height, 0.01)];
  return (
    <span class="strip" style={{ aspectRatio: `${wide * width} / ${high * height}` }}>
      <img
        src={`data:image/jpeg;base64,${data}`}
        alt={label}
        style={{ width: `${100 / wide}%`, left: `${(-100 * box.x) / wide}%`, top: `${(-100 * box.y) / high}%` }}
      />
    </span>
  );
}

/** What a picture is called. Of a step: what the person was told. */
function nameOf(name: string, record?: VerificationRecord): string {
  const [, number] = /^step-(\d)$/.exec(name) ?? [];
  if (number === undefined) return known(`images.${name}`) ?? name;
  const { capture } = (record?.evidence ?? {}) as {
    readonly capture?: { readonly steps: readonly { step: string }[] };
  };
  const step = capture?.steps[Number(number) - 1]?.step;
  const words = step === undefined ? undefined : known(`captured.step.${step}`);
  return words === undefined ? t('images.step', { number }) : `${t('images.step', { number })}: ${words}`;
}
