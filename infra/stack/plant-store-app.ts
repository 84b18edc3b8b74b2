import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, type AppProps, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import featureFlags from './feature-flags.json' with { type: 'json' };
import { bundleFunctions } from './function-code.ts';
import { PlantStoreStack } from './plant-store-stack.ts';
import { readSettings, SettingsError } from './settings.ts';

/**
 * The app with its one stack, checked at each synth. The template is the same for each account and region, by hand
 * and in the pipeline; `region`, where it is known, is only compared with the settings.
 */
export function plantStoreApp(props: AppProps, region?: string): App {
  const app = new App({
    analyticsReporting: false,
    ...props,
    // Written down, so that another version of aws-cdk-lib does not change the template by recommending more.
    context: { ...featureFlags, ...props.context },
  });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  const settings = readSettings(app.node.getAllContext());
  const { stage, replicaRegions } = settings;
  if (region !== undefined && replicaRegions.includes(region)) {
    throw new SettingsError(`replicaRegions must leave out ${region}, where the stack itself is.`);
  }
  using folder = mkdtempDisposableSync(join(tmpdir(), 'plant-store-'));
  new PlantStoreStack(app, stage === 'production' ? 'PlantStore' : `PlantStore-${stage}`, {
    settings,
    code: bundleFunctions(folder.path),
  });
  return app;
}
