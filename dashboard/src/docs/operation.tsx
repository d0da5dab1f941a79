import { t } from '../language.ts';
import { Code } from '../ui/copy.tsx';
import { callOf, type Placed } from './calls.ts';
import {
  answersOf,
  type Content,
  type Document,
  describeType,
  type Operation,
  resolved,
  type Schema,
} from './openapi.ts';
import type { Place } from './place.ts';
import { SAMPLE_LANGUAGES, type SampleLanguage, sample } from './samples.ts';

interface PanelProps extends Placed {
  readonly document: Document;
  readonly language: SampleLanguage;
  readonly place: Place;
}

/** One operation: parameters, bodies and answers beside an example. */
export function OperationPanel({ path, method, operation, document, language, place }: PanelProps) {
  const { operationId, summary, description, requestBody } = operation;
  return (
    <section class="panel stack operation" id={operationId} aria-labelledby={`${operationId}-title`}>
      <h3 id={`${operationId}-title`} lang="en">
        {summary}
      </h3>
      <p class="mono wrap">
        <span class={`method ${method.toLowerCase()}`}>{method}</span> {path}
      </p>
      {description && <Paragraphs text={description} />}
      <div class="halves">
        <div class="stack" lang="en">
          <Parameters operation={operation} document={document} />
          {requestBody && <Bodies content={requestBody.content} document={document} />}
          <Answers operation={operation} document={document} />
        </div>
        <Code
          text={sample(language, callOf({ path, method, operation }, document), place)}
          label={`${summary}: ${SAMPLE_LANGUAGES[language]}`}
        />
      </div>
    </section>
  );
}

/** What a receiver of an event gets. */
export function EventPanel({ type, operation, document }: { type: string; operation: Operation; document: Document }) {
  const { summary, description, requestBody } = operation;
  return (
    <section class="panel stack operation" id={`event-${type}`} aria-labelledby={`event-${type}-title`} lang="en">
      <h3 id={`event-${type}-title`}>{summary}</h3>
      <p class="mono wrap">
        <span class="method post">POST</span> {type}
      </p>
      {description && <Paragraphs text={description} />}
      <Parameters operation={operation} document={document} />
      {requestBody && <Bodies content={requestBody.content} document={document} />}
    </section>
  );
}

function Paragraphs({ text }: { text: string }) {
  return (
    <>
      {text.split('\n').map((line) => (
        <p key={line} lang="en">
          {line}
        </p>
      ))}
    </>
  );
}

interface PartProps {
  readonly operation: Operation;
  readonly document: Document;
}

function Parameters({ operation: { parameters = [] }, document }: PartProps) {
  if (parameters.length === 0) return null;
  const schema = {
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(
      parameters.map(({ name, schema, description }) => [name, { ...schema, description: description ?? '' }]),
    ),
  };
  return (
    <>
      <h4>{t('docs.parameters')}</h4>
      <Properties document={document} schema={schema} />
    </>
  );
}

/** Every kind of body that the operation takes, with an example of what is no JSON. */
function Bodies({ content, document }: { content: Content; document: Document }) {
  return (
    <>
      {Object.entries(content).map(([type, { schema, example }]) => (
        <div class="stack" key={type}>
          <h4>
            {t('docs.body')} <span class="muted small mono wrap">{type}</span>
          </h4>
          {schema.description && <p class="small">{schema.description}</p>}
          <Properties document={document} schema={schema} />
          {typeof example === 'string' && <Code text={example} label={`${t('docs.body')} ${type}`} />}
        </div>
      ))}
    </>
  );
}

function Answers({ operation, document }: PartProps) {
  return (
    <>
      <h4>{t('docs.answers')}</h4>
      {answersOf(operation, document).map(([status, answer]) => (
        <details key={status}>
          <summary>
            <span class={status.startsWith('2') ? 'tag good' : 'tag'}>{status}</span> {answer.description}
          </summary>
          {Object.entries(answer.content ?? {}).map(([type, { schema }]) => (
            <div class="stack" key={type}>
              <p class="muted small mono">{type}</p>
              {!schema.properties && schema.description && <p class="small">{schema.description}</p>}
              <Properties document={document} schema={schema} />
            </div>
          ))}
        </details>
      ))}
    </>
  );
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
  const properties = Object.entries(real.properties ?? {});
  if (properties.length === 0) return null;
  return (
    <dl class="properties">
      {properties.map(([name, property]) => {
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
