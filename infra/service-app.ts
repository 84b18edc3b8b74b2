import { App, type AppProps, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import cdkJson from '../cdk.json' with { type: 'json' };
import { serviceName } from '../functions/service.ts';
import type { FunctionCode } from './build/bundle.ts';
import { ServiceStack } from './service-stack.ts';
import { readSettings } from './settings.ts';

// Without the stages. The CDK's CLI gives them to the app as context, so an app that a test makes has none.
const { stages: _, ...featureFlags } = cdkJson.context;

/** Of production it is the name of the service, as `PlantStore`. Another stage is named behind it: `PlantStore-test`. */
function stackNameOf(stage: string): string {
  const words = serviceName
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  return stage === 'production' ? words.join('') : `${words.join('')}-${stage}`;
}

/**
 * The app with the stack of one stage, checked at each synth. The template does not depend on the account, the region,
 * or who deploys it.
 */
export function createApp(appProps: AppProps, code: FunctionCode): App {
  const app = new App({
    analyticsReporting: false,
    ...appProps,
    // The CDK's feature flags, also without its CLI. A new version of aws-cdk-lib sets no new one by itself, but
    // can change the template: CI shows the difference.
    context: { ...featureFlags, ...appProps.context },
  });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  const settings = readSettings(app.node.getAllContext());
  new ServiceStack(app, stackNameOf(settings.stage), { settings, code });
  return app;
}
