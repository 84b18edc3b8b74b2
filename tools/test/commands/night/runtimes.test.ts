import { expect, it } from 'vitest';
import { liveNames, template } from '../../../../test/setup/synthesized.ts';
import { useAwsModel } from '../../setup/aws-model/use-aws-model.ts';
import { night } from './run-night.ts';

const { physicalId } = await useAwsModel({ template });

it('prints the runtime of the version that clients get and of those before it, for each function', async () => {
  const { code, out } = await night('runtimes --stack PlantStore');
  expect(code).toBe(0);
  const names = liveNames.map(physicalId);
  const lines = out.split('\n').map((line) => line.split('  '));
  expect(lines).toEqual(
    names.flatMap((name) => [
      [name, '13', expect.stringMatching(/^arn:.*13$/), 'clients get it'],
      [name, '12', expect.stringMatching(/^arn:.*12$/)],
    ]),
  );
});
