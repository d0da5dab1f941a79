import { useState } from 'preact/hooks';
import { CAPTURE_DOCUMENTS, CAPTURE_LANGUAGES, type CaptureDocument } from '../../../src/domain/capture-session.ts';
import { send } from '../api.ts';
import { locale, t } from '../language.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { Checkboxes, SelectField, TextField } from '../ui/field.tsx';
import { Problem } from '../ui/states.tsx';
import { useAction } from '../use.ts';
import { typeWords } from './document-value.tsx';
import type { SessionWithLink } from './verify.tsx';

const HOUR = 3_600;
const LIVES = [HOUR, 24 * HOUR, 3 * 24 * HOUR, 7 * 24 * HOUR] as const;

/** What is asked of a person whom a link is made for. */
export function NewLinkDialog({ made, onClose }: { made(session: SessionWithLink): void; onClose(): void }) {
  const [reference, setReference] = useState('');
  const [language, setLanguage] = useState('');
  const [documentTypes, setDocumentTypes] = useState<readonly CaptureDocument[]>(CAPTURE_DOCUMENTS);
  const [life, setLife] = useState(String(LIVES[1]));
  const [movement, setMovement] = useState(true);
  const create = useAction(async () => {
    const body = {
      movement,
      expiresIn: Number(life),
      ...(reference.trim() && { reference: reference.trim() }),
      ...(language && { language }),
      ...(documentTypes.length < CAPTURE_DOCUMENTS.length && { documentTypes }),
    };
    made(await send<SessionWithLink>('POST', '/api/IdVerification/sessions', body));
  });
  return (
    <FormDialog
      title={t('verify.make')}
      action={t('verify.create')}
      deed={create}
      isUnready={documentTypes.length === 0}
      onClose={onClose}
    >
      <TextField
        label={t('verify.reference')}
        hint={t('verify.referenceHint')}
        value={reference}
        onText={setReference}
        maxLength={128}
        pattern="[A-Za-z0-9._:@\/\-]+"
        autoComplete="off"
        error={create.fields.reference}
      />
      <SelectField
        label={t('verify.language')}
        value={language}
        options={[['', t('verify.languageOfPhone')], ...CAPTURE_LANGUAGES.map((one) => [one, nameOf(one)] as const)]}
        onChoose={setLanguage}
      />
      <fieldset class="unframed stack tight">
        <legend class="legend">{t('verify.documents')}</legend>
        <Checkboxes
          options={CAPTURE_DOCUMENTS}
          chosen={documentTypes}
          labelOf={(kind: CaptureDocument) => typeWords(kind)}
          choose={setDocumentTypes}
        />
      </fieldset>
      <SelectField
        label={t('verify.life')}
        value={life}
        options={LIVES.map((seconds) => [String(seconds), lifeOf(seconds)] as const)}
        onChoose={setLife}
      />
      <label class="choice">
        <input type="checkbox" checked={movement} onChange={({ currentTarget: { checked } }) => setMovement(checked)} />
        <span>{t('verify.movement')}</span>
      </label>
      <Problem text={create.problem} />
    </FormDialog>
  );
}

/** A language by its own name. */
function nameOf(language: string): string {
  return new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
}

function lifeOf(seconds: number): string {
  const [amount, unit] = seconds < 24 * HOUR ? [seconds / HOUR, 'hour'] : [seconds / HOUR / 24, 'day'];
  return new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' }).format(amount);
}
