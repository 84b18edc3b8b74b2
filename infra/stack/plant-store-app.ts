import { App, type AppProps, type Environment, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import featureFlags from './feature-flags.json' with { type: 'json' };
import { PlantStoreStack } from './plant-store-stack.ts';
import { readSettings, SettingsError } from './settings.ts';

/** The app with its one stack, checked at each synth. `env` matters only to a stack with replicas. */
export function plantStoreApp(props: AppProps, env: Environment = {}): App {
  const app = new App({
    analyticsReporting: false,
    ...props,
    // Written down, so that another version of aws-cdk-lib does not change the template by recommending more.
    context: { ...featureFlags, ...props.context },
  });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  const settings = readSettings(app.node.getAllContext());
  const { stage, replicaRegions } = settings;
  new PlantStoreStack(app, stage === 'production' ? 'PlantStore' : `PlantStore-${stage}`, {
    settings,
    ...(replicaRegions.length > 0 && { env: regionFor(replicaRegions, env) }),
  });
  return app;
}

/** A table with replicas has to know where it is itself; without them the stack fits any region. */
function regionFor(replicaRegions: readonly string[], env: Environment): Environment {
  if (env.region === undefined) {
    throw new SettingsError('replicaRegions needs a region for the stack: set AWS_REGION.');
  }
  if (replicaRegions.includes(env.region)) {
    throw new SettingsError(
      `replicaRegions must leave out ${env.region}, where the stack itself is.`,
    );
  }
  return env;
}
