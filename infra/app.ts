import { plantStoreApp } from './stack/plant-store-app.ts';
import { runCommand } from './terminal/run-command.ts';

await runCommand(() => {
  plantStoreApp({}, process.env['CDK_DEFAULT_REGION']);
});
