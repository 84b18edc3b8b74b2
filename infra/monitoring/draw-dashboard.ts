import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesize } from '../synthesize.ts';
import { dashboardBody } from './dashboard-body.ts';
import { dashboardPicture } from './dashboard-picture.ts';

using folder = mkdtempDisposableSync(join(tmpdir(), 'plant-store-'));
const { templateFullPath } = synthesize({ outdir: folder.path }).getStackByName('PlantStore');
const template = JSON.parse(readFileSync(templateFullPath, 'utf8'));

writeFileSync(
  join(import.meta.dirname, 'dashboard.svg'),
  dashboardPicture(dashboardBody(template)),
);
