import { plantStoreApp } from './stack/plant-store-app.ts';
import { SettingsError } from './stack/settings.ts';

try {
  const { CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: region } = process.env;
  plantStoreApp({}, { ...(account && { account }), ...(region && { region }) });
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
