import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, type AppProps, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import featureFlags from './feature-flags.json' with { type: 'json' };
import { bundleFunctions, type FunctionCode } from './function-code.ts';
import { PlantStoreStack } from './plant-store-stack.ts';
import { servingRegions } from './regions.ts';
import { readSettings, SettingsError } from './settings.ts';

export interface PlantStoreAppProps extends AppProps {
  /** Only compared with the settings. */
  readonly region?: string | undefined;
  /** Bundles that were made before. */
  readonly code?: FunctionCode | undefined;
}

/**
 * The app with the stack of a stage, checked at each synth. Its template is the same for each account and region, by
 * hand and in the pipeline. A stage with a homeRegion has a stack of the same name in each of replicaRegions, too,
 * deployed after the first, which makes the replicas.
 */
export function plantStoreApp({ region, code: bundled, ...props }: PlantStoreAppProps): App {
  const app = new App({
    analyticsReporting: false,
    ...props,
    // Written down, so that another version of aws-cdk-lib does not change the template by recommending more.
    context: { ...featureFlags, ...props.context },
  });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  const settings = readSettings(app.node.getAllContext());
  const { stage, homeRegion, replicaRegions } = settings;
  if (region !== undefined && replicaRegions.includes(region)) {
    throw new SettingsError(`replicaRegions must leave out ${region}, where the stack itself is.`);
  }
  if (region !== undefined && homeRegion !== undefined && region !== homeRegion) {
    throw new SettingsError(
      `The tables of this stage are in ${homeRegion}, its homeRegion: say AWS_REGION=${homeRegion}, not ${region}.`,
    );
  }
  using folder = mkdtempDisposableSync(join(tmpdir(), 'plant-store-'));
  const stackName = stage === 'production' ? 'PlantStore' : `PlantStore-${stage}`;
  const code = bundled ?? bundleFunctions(folder.path);
  const home = new PlantStoreStack(app, stackName, { settings, code });
  const [, ...others] = servingRegions(settings);
  for (const other of others) {
    new PlantStoreStack(app, `${stackName}-${other}`, {
      settings,
      code,
      stackName,
      env: { region: other },
      replicaOf: homeRegion,
    }).addStackDependency(home);
  }
  return app;
}
