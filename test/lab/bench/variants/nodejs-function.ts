import { createPlant } from '../../../../functions/create-plant/create-plant.ts';
import { addPlant } from './add-plant.ts';

// Our handler's code without what its bundle and its entry do for a cold start.
export const handler = createPlant(addPlant);
