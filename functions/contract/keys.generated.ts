// Written by `npm run generate` from openapi.yaml.

/** What the key of a table can be, by the operation whose body is stored in it. */
export interface Keys {
  createPlant: { key: 'id'; type: 'N' };
}
