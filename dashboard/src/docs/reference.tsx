import { useEffect, useState } from 'preact/hooks';
import { t } from '../language.ts';
import { Code } from '../ui/copy.tsx';
import { TextField } from '../ui/field.tsx';
import { Loading, Trouble } from '../ui/states.tsx';
import { operationsByTag } from './calls.ts';
import type { Document } from './openapi.ts';
import { EventPanel, OperationPanel } from './operation.tsx';
import { certificateCommand, hasOwnCertificate } from './place.ts';
import { SAMPLE_LANGUAGES, type SampleLanguage } from './samples.ts';

/** The reference of the public API, made from the document that the service itself serves. */
export function ApiReference() {
  const [document, setDocument] = useState<Document>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    fetch('/openapi.json')
      .then((answer) => answer.json())
      .then(setDocument, setError);
  }, []);
  if (!document) return error ? <Trouble error={error} /> : <Loading lines={8} />;
  return <Loaded document={document} />;
}

function Loaded({ document }: { document: Document }) {
  const [language, setLanguage] = useState<SampleLanguage>('curl');
  const [key, setKey] = useState('');
  const [own, setOwn] = useState(hasOwnCertificate(location.origin));
  const place = { origin: location.origin, key: key.trim() || 'YOUR-KEY', own };
  const events = Object.entries(document.webhooks ?? {});
  return (
    <div class="reference">
      <Contents document={document} />
      <div class="stack wide-gap grow">
        <section class="panel stack" aria-labelledby="start">
          <h2 id="start">
            {document.info.title} {document.info.version}
          </h2>
          <p lang="en">{document.info.description}</p>
          <p>
            <a href="/openapi.json" download="openapi.json">
              {t('docs.document')}
            </a>
          </p>
          <TextField
            label={t('docs.key')}
            hint={t('docs.keyHint')}
            type="password"
            autoComplete="off"
            value={key}
            onText={setKey}
          />
          <label class="choice">
            <input type="checkbox" checked={own} onChange={(event) => setOwn(event.currentTarget.checked)} />
            <span>{t('docs.own')}</span>
          </label>
          {own && (
            <>
              <p>{t('docs.certificate')}</p>
              <Code text={certificateCommand(location.origin)} label={t('docs.certificateCommand')} />
            </>
          )}
          <LanguageChoice language={language} choose={setLanguage} />
        </section>
        {operationsByTag(document).map(([tag, operations]) => (
          <section key={tag} class="stack wide-gap" aria-labelledby={`tag-${tag}`}>
            <h2 id={`tag-${tag}`} lang="en">
              {tag}
            </h2>
            <p lang="en">{document.tags.find(({ name }) => name === tag)?.description}</p>
            {operations.map((placed) => (
              <OperationPanel key={placed.operation.operationId} {...placed} {...{ document, language, place }} />
            ))}
          </section>
        ))}
        <section class="stack wide-gap" aria-labelledby="events">
          <h2 id="events">{t('docs.events')}</h2>
          {events.map(([type, { post }]) => (
            <EventPanel key={type} type={type} operation={post} document={document} />
          ))}
        </section>
      </div>
    </div>
  );
}

function Contents({ document }: { document: Document }) {
  return (
    <nav class="contents" aria-label={t('docs.contents')}>
      {operationsByTag(document).map(([tag, operations]) => (
        <div key={tag}>
          <p class="legend" lang="en">
            {tag}
          </p>
          <ul>
            {operations.map(({ path, method, operation }) => (
              <li key={operation.operationId}>
                <a href={`#${operation.operationId}`}>
                  <span class={`method ${method.toLowerCase()}`}>{method}</span> {path}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <p class="legend">{t('docs.events')}</p>
      <ul>
        {Object.keys(document.webhooks ?? {}).map((type) => (
          <li key={type}>
            <a href={`#event-${type}`}>{type}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function LanguageChoice({ language, choose }: { language: SampleLanguage; choose(language: SampleLanguage): void }) {
  return (
    <fieldset class="row choices">
      <legend class="legend">{t('docs.language')}</legend>
      {Object.entries(SAMPLE_LANGUAGES).map(([value, label]) => (
        <label key={value} class="choice">
          <input
            type="radio"
            name="language"
            checked={value === language}
            onChange={() => choose(value as SampleLanguage)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
