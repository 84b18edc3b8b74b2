/** The parts of dynalite that decide what a request does. */
declare module 'dynalite/actions/*.js' {
  type Callback = (error: object | null, value?: unknown) => void;
  const act: (store: object, data: object, callback: Callback) => void;
  export = act;
}

declare module 'dynalite/validations/index.js' {
  const validations: {
    readonly checkTypes: (data: object, types: object) => object;
    readonly checkValidations: (
      data: object,
      types: object,
      custom: unknown,
      store: object,
    ) => void;
  };
  export = validations;
}

declare module 'dynalite/validations/*.js' {
  const request: { readonly types: object; readonly custom: unknown };
  export = request;
}
