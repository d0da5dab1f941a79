import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { breakingChanges } from '../../scripts/openapi-breaking.ts';

const TEXT = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8');
// biome-ignore lint/suspicious/noExplicitAny: the document is taken apart freely here.
const fresh = (): any => JSON.parse(TEXT);
// biome-ignore lint/suspicious/noExplicitAny: as above.
const changesOf = (change: (document: any) => void): string[] => {
  const altered = fresh();
  change(altered);
  return breakingChanges(fresh(), altered);
};
const SCREEN = '/api/Screening/screen';

describe('breaks clients', () => {
  test('a path or method that is gone', () => {
    expect(changesOf(({ paths }) => delete paths[SCREEN])).toEqual([`POST ${SCREEN} is gone`]);
    expect(changesOf(({ paths }) => delete paths['/health/live'].get)).toEqual(['GET /health/live is gone']);
  });

  test('an answer, its media type or one of its members that is gone', () => {
    expect(changesOf(({ paths }) => delete paths[SCREEN].post.responses['400'])).toHaveLength(1);
    expect(changesOf(({ components }) => delete components.responses.UnauthorizedProblem.content)).not.toEqual([]);
    expect(changesOf(({ paths }) => delete paths['/api/Screening/list'].get.responses['200'].content)).toHaveLength(1);
    expect(changesOf(({ components }) => delete components.schemas.Match.properties.score)).not.toEqual([]);
  });

  test('a code of problems that is gone, and not one that is new, as clients are told to expect', () => {
    const code = ({ components }: ReturnType<typeof fresh>) => components.schemas.CodedProblem.properties.code;
    expect(changesOf((document) => code(document).enum.push('newly-thought-of'))).toEqual([]);
    expect(changesOf((document) => code(document).enum.splice(0, 1, 'another'))).not.toEqual([]);
    expect(
      changesOf((document) => {
        code(document)['x-grows'] = false;
        code(document).enum.push('newly-thought-of');
      }),
    ).not.toEqual([]);
  });

  test('an answer that says less surely or something else than before', () => {
    expect(changesOf(({ components }) => components.schemas.Match.required.pop())).not.toEqual([]);
    expect(
      changesOf(({ components }) => components.schemas.Match.properties.entityType.enum.push('Vessel')),
    ).not.toEqual([]);
    expect(
      changesOf(({ components }) => {
        components.schemas.Screening.properties.id.type = 'string';
      }),
    ).not.toEqual([]);
  });

  test('a request that has to hold or keep to more than before', () => {
    const request = (change: (schema: ReturnType<typeof fresh>) => void) =>
      changesOf(({ components }) => change(components.schemas.ScreeningRequest));
    expect(request((schema) => schema.required.push('minScore'))).toEqual([
      `POST ${SCREEN} body: minScore is now required`,
    ]);
    expect(request((schema) => schema.properties.entityType.enum.pop())).toHaveLength(1);
    expect(request((schema) => Object.assign(schema.properties.name, { maxLength: 100 }))).toHaveLength(1);
    expect(request((schema) => Object.assign(schema.properties.minScore, { minimum: 1 }))).toHaveLength(1);
    expect(request((schema) => Object.assign(schema.properties.minScore, { type: 'integer' }))).toHaveLength(1);
  });

  test('a new parameter that must be given', () => {
    const parameter = { in: 'query', name: 'nationality', required: true, schema: { type: 'integer' } };
    expect(
      changesOf(({ paths }) => {
        paths['/api/Screening/list'].get.parameters = [parameter];
      }),
    ).toHaveLength(1);
  });
});

test('additions break nobody', () => {
  expect(breakingChanges(fresh(), fresh())).toEqual([]);
  expect(
    changesOf(({ paths, components }) => {
      paths['/api/Screening/twice'] = paths[SCREEN];
      components.schemas.Match.properties.programme = { type: 'string' };
      components.schemas.ScreeningRequest.properties.nationality = { type: 'string' };
      components.schemas.ScreeningRequest.properties.name.maxLength = 300;
      components.schemas.ScreeningRequest.properties.entityType.enum.push('Vessel');
    }),
  ).toEqual([]);
});
