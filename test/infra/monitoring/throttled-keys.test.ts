import { expect, it } from 'vitest';
import { resourcesOf } from '../../setup/synthesized.ts';

it('the table of plants names the ids that are throttled, and that of tokens no digests', () => {
  const { Plants: plants, Tokens: tokens } = resourcesOf('AWS::DynamoDB::GlobalTable');
  const insights = { Enabled: true, Mode: 'THROTTLED_KEYS' };
  expect(plants?.Properties).toMatchObject({
    Replicas: [{ ContributorInsightsSpecification: insights }],
  });
  expect(JSON.stringify(tokens)).not.toContain('ContributorInsights');
});
