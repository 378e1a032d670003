export const files = { en: {}, ja: {}, zh: {} };
