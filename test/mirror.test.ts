import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filesOf } from './system.ts';

/** Tests of several source files together, named after what they test. */
const ofSeveralFiles = [
  'test/functions/handlers.test.ts',
  'test/infra/commands/every-command.test.ts',
  'test/infra/commands/start/early-answer.test.ts',
  'test/infra/contract/client/local-gateway.test.ts',
  'test/infra/stack/monitoring/alarms.test.ts',
  'test/infra/stack/optional-settings.test.ts',
  'test/infra/stack/physical-names.test.ts',
  'test/infra/stack/updates.test.ts',
];

it('has a source at the path of each test of functions/ and infra/', () => {
  const tests = filesOf('test/{functions,infra}/**/*.test.ts');
  const without = tests.filter((test) => {
    const source = test.slice('test/'.length).replace(/\.test\.ts$/, '');
    return !['.ts', '.mjs', '.cjs'].some((extension) => existsSync(source + extension));
  });
  expect(without.toSorted()).toEqual(ofSeveralFiles);
});
