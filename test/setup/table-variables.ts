import { tables } from '../../functions/service.ts';

/** The variables that name the tables to the functions. The tables of tests have the names of the template. */
export const tableVariables: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(tables).map(([name, { variable }]) => [variable, name]),
);
