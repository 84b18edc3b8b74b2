import { plantStoreApp } from './stack/plant-store-app.ts';
import { runCommand } from './terminal/run-command.ts';

await runCommand(() => {
  const { CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: region } = process.env;
  // Without credentials nothing is deployed, and the CLI's region is us-east-1 where nobody named one.
  plantStoreApp({}, account === undefined ? undefined : region);
});
