import { useEffect, useState } from 'preact/hooks';
import { t } from '../language.ts';
import { Code } from '../ui/copy.tsx';
import { TextField } from '../ui/field.tsx';
import { Loading, Trouble } from '../ui/states.tsx';
import { answersOf, type Document, describeType, exampleOf, type Operation, resolved, type Schema } from './openapi.ts';
import {
  type Call,
  certificateCommand,
  hasOwnCertificate,
  SAMPLE_LANGUAGES,
  type SampleLanguage,
  sample,
} from './samples.ts';

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
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return (
    <div class="reference">
      <nav class="contents" aria-label={t('docs.contents')}>
        <ul>
          {operations.map(({ path, method, operation }) => (
            <li key={operation.operationId}>
              <a href={`#${operation.operationId}`}>
                <span class={`method ${method.toLowerCase()}`}>{method}</span> {path}
              </a>
            </li>
          ))}
        </ul>
      </nav>
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
        {operations.map(({ path, method, operation }) => (
          <OperationPanel
            key={operation.operationId}
            {...{ path, method, operation, document, language }}
            place={{ origin: location.origin, key: key.trim() || 'YOUR-KEY', own }}
          />
        ))}
      </div>
    </div>
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

interface PanelProps {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
  readonly document: Document;
  readonly language: SampleLanguage;
  readonly place: { readonly origin: string; readonly key: string; readonly own: boolean };
}

function OperationPanel({ path, method, operation, document, language, place }: PanelProps) {
  const { operationId, summary, description, parameters = [], requestBody } = operation;
  const content = Object.entries(requestBody?.content ?? {})[0];
  return (
    <section class="panel stack operation" id={operationId} aria-labelledby={`${operationId}-title`}>
      <h2 id={`${operationId}-title`} lang="en">
        {summary}
      </h2>
      <p class="mono wrap">
        <span class={`method ${method.toLowerCase()}`}>{method}</span> {path}
      </p>
      {description && <p lang="en">{description}</p>}
      <div class="halves">
        <div class="stack" lang="en">
          {parameters.length > 0 && (
            <>
              <h3>{t('docs.parameters')}</h3>
              <Properties
                document={document}
                schema={{
                  required: parameters.filter(({ required }) => required).map(({ name }) => name),
                  properties: Object.fromEntries(
                    parameters.map(({ name, schema, description: text }) => [name, { ...schema, description: text }]),
                  ),
                }}
              />
            </>
          )}
          {content && (
            <>
              <h3>
                {t('docs.body')} <span class="muted small mono">{content[0]}</span>
              </h3>
              <Properties document={document} schema={content[1].schema} />
            </>
          )}
          <h3>{t('docs.answers')}</h3>
          {answersOf(operation, document).map(([status, answer]) => {
            const [type, body] = Object.entries(answer.content ?? {})[0] ?? [];
            return (
              <details key={status}>
                <summary>
                  <span class={status.startsWith('2') ? 'tag good' : 'tag'}>{status}</span> {answer.description}
                </summary>
                {body && (
                  <>
                    <p class="muted small mono">{type}</p>
                    <Properties document={document} schema={body.schema} />
                  </>
                )}
              </details>
            );
          })}
        </div>
        <Code
          text={sample(language, callOf(path, method, operation, document), place)}
          label={`${summary}: ${SAMPLE_LANGUAGES[language]}`}
        />
      </div>
    </section>
  );
}

/** Files that the examples of a form send. */
const FILES: Readonly<Record<string, string>> = { IdCardImage: 'document.jpg', SelfieImage: 'selfie.jpg' };

function callOf(path: string, method: string, operation: Operation, document: Document): Call {
  const filled = path.replace(/\{\w+\}/g, '1');
  const [type, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const key = (operation.security ?? []).length > 0;
  if (!body) return { method, path: filled, key };
  if (type === 'application/json') return { method, path: filled, key, json: exampleOf(body.schema, document) };
  const names = Object.keys(resolved(body.schema, document).properties ?? {});
  return { method, path: filled, key, files: Object.fromEntries(names.map((name) => [name, FILES[name] ?? name])) };
}

/** Properties of an object, those of objects inside it below them. */
function Properties({ schema, document }: { schema: Schema; document: Document }) {
  const real = resolved(schema, document);
  if (real.type === 'array' && real.items) {
    return (
      <>
        <p class="small">{describeType(real, document)}</p>
        <Properties schema={real.items} document={document} />
      </>
    );
  }
  return (
    <dl class="properties">
      {Object.entries(real.properties ?? {}).map(([name, property]) => {
        const inner = resolved(property, document);
        const items = inner.items && resolved(inner.items, document);
        return (
          <div key={name}>
            <dt>
              <code>{name}</code>
              {real.required?.includes(name) && <span class="tag">{t('docs.required')}</span>}
            </dt>
            <dd>
              <span class="small muted">{describeType(property, document)}</span>
              {(property.description ?? inner.description) && (
                <p class="small">{property.description ?? inner.description}</p>
              )}
              {inner.properties && <Properties schema={inner} document={document} />}
              {items?.properties && <Properties schema={items} document={document} />}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
