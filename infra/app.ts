import { plantStoreApp } from './stack/plant-store-app.ts';
import { runCommand } from './terminal/run-command.ts';

await runCommand(() => {
  const { CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: region } = process.env;
  plantStoreApp({}, { ...(account && { account }), ...(region && { region }) });
});
