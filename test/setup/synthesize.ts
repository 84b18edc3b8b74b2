import { type cx_api, Validations } from 'aws-cdk-lib';
import { type PlantStoreAppProps, plantStoreApp } from '../../infra/plant-store-app.ts';

export interface SynthesizeOptions extends Pick<PlantStoreAppProps, 'code' | 'context'> {
  readonly outdir: string;
}

/** Writes the same assembly as `cdk synth`, in this process, for tests and the benchmark. */
export function synthesize({ outdir, code, context }: SynthesizeOptions): cx_api.CloudAssembly {
  const app = plantStoreApp({
    outdir,
    code,
    // CloudFormation's own rules take five seconds to load, and each `cdk synth` runs them.
    builtinCloudFormationValidation: false,
    context: {
      // Set as by the CLI: the path of a function's code.
      'aws:cdk:enable-asset-metadata': true,
      'aws:cdk:enable-path-metadata': true,
      // Findings are thrown, not printed.
      '@aws-cdk/core:appMode': 'inmemory',
      ...context,
    },
  });
  Validations.of(app).acknowledge({
    id: 'Annotation::plant-store:nobody-is-called',
    reason: 'A stack on this machine has no alarms.',
  });
  return app.synth();
}
