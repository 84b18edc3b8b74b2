import { expect, it } from 'vitest';
import { template } from '../../../../test/setup/synthesized.ts';
import { useAwsModel } from '../../setup/aws-model/use-aws-model.ts';
import { night } from './run-night.ts';

const { model } = await useAwsModel({ template });

it('clears the cache of the authorizer, after the name of the stage', async () => {
  const resets = () =>
    model.calls.filter(({ operation }) => operation === 'ResetAuthorizersCache').length;
  expect(await night('forget --stack PlantStore', 'staging')).toMatchObject({ code: 2 });
  expect(resets()).toBe(0);
  expect(await night('forget --stack PlantStore', 'production')).toMatchObject({ code: 0 });
  expect(resets()).toBe(1);
});
