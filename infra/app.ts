import { runCommand } from './commands/terminal/run-command.ts';
import { plantStoreApp } from './stack/plant-store-app.ts';

await runCommand(() => {
  const { AWS_REGION, CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: region } = process.env;
  // Without credentials the CLI says us-east-1 where nobody named a region. The pipeline's build names one.
  plantStoreApp({ region: account === undefined ? AWS_REGION || undefined : region });
});
