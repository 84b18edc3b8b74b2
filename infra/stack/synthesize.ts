import { type cx_api, Validations } from 'aws-cdk-lib';
import { type PlantStoreAppProps, plantStoreApp } from './plant-store-app.ts';

export interface SynthesizeOptions extends Pick<PlantStoreAppProps, 'code' | 'context'> {
  readonly outdir: string;
}

/** Synthesizes in this process what `cdk synth` writes, for tests and the local gateway. */
export function synthesize({ outdir, code, context }: SynthesizeOptions): cx_api.CloudAssembly {
  const app = plantStoreApp({
    outdir,
    code,
    // CloudFormation's own rules take five seconds to load and are run by each `cdk synth`.
    builtinCloudFormationValidation: false,
    context: {
      // As the CLI sets them: they tell where the code of a function lies.
      'aws:cdk:enable-asset-metadata': true,
      'aws:cdk:enable-path-metadata': true,
      // Findings are thrown, not printed.
      '@aws-cdk/core:appMode': 'inmemory',
      ...context,
    },
  });
  Validations.of(app).acknowledge({
    id: 'Annotation::plant-store:nobody-is-called',
    reason: 'What runs on this machine has no alarms.',
  });
  return app.synth();
}
