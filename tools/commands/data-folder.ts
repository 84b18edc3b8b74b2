/** Git ignores it. Plants and tokens in it survive a restart. */
export const defaultDataFolder = '.plant-store';
