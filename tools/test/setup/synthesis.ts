import { type AppProps, type cx_api, Validations } from 'aws-cdk-lib';
import { serviceName } from '../../../functions/service.ts';
import type { FunctionCode } from '../../../infra/build/bundle.ts';
import { createApp } from '../../../infra/service-app.ts';

interface SynthesizeOptions extends Pick<AppProps, 'context'> {
  readonly outdir: string;
  readonly code: FunctionCode;
}

/** Writes the same assembly as `cdk synth`, in this process, for tests and the benchmark. */
export function synthesize({ outdir, code, context }: SynthesizeOptions): cx_api.CloudAssembly {
  const props = {
    outdir,
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
  };
  const app = createApp(props, code);
  Validations.of(app).acknowledge({
    id: `Annotation::${serviceName}:nobody-is-called`,
    reason: 'A stack on this machine has no alarms.',
  });
  return app.synth();
}
