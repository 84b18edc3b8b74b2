import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, type AppProps, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import featureFlags from './feature-flags.json' with { type: 'json' };
import { bundleFunctions, type FunctionCode } from './function-code.ts';
import { PlantStoreStack } from './plant-store-stack.ts';
import { servingRegions } from './regions.ts';
import { assertHome, readSettings } from './settings.ts';

export interface PlantStoreAppProps extends AppProps {
  /** The region of the deploy; only compared with the settings. */
  readonly region?: string | undefined;
  /** Context of the user's own ~/.cdk.json, which can have keys for other projects. */
  readonly foreign?: Readonly<Record<string, unknown>> | undefined;
  /** Bundles that were made before. */
  readonly code?: FunctionCode | undefined;
}

/**
 * The app with the stack of one stage, checked at each synth. The template does not depend on the account, the region,
 * or who deploys it. A stage with a homeRegion also has a stack of the same name in each of replicaRegions. They
 * are deployed after the first, which creates the replicas.
 */
export function plantStoreApp(props: PlantStoreAppProps): App {
  const { region, foreign, code: bundled, ...appProps } = props;
  const app = new App({
    analyticsReporting: false,
    ...appProps,
    // Fixed in a file, so that a new version of aws-cdk-lib does not change the template.
    context: { ...featureFlags, ...appProps.context },
  });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  const settings = readSettings(app.node.getAllContext(), foreign);
  assertHome(settings, region);
  using folder = mkdtempDisposableSync(join(tmpdir(), 'plant-store-'));
  const { stage, homeRegion } = settings;
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
