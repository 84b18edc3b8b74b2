// Written by `npm run generate` from openapi.yaml.
// @ts-nocheck: ajv's code has no types.

/** The body of createPlant. */
export type CreatePlantBody = {
  readonly id: bigint;
  readonly name: string;
  readonly tag?: string;
};
/** The names of its fields, as functions/http/picked.ts takes them. */
export const createPlantBodyFields = { id: true, name: true, tag: true } as const;

/** The answer of createPlant. */
export type CreatePlantAnswer = {
  readonly name: string;
  readonly tag?: string;
};
/** The names of its fields, as functions/http/picked.ts takes them. */
export const createPlantAnswerFields = { name: true, tag: true } as const;

/** What a request has after validateCreatePlant. */
export interface CreatePlantRequest {
  readonly body: CreatePlantBody;
}

// The code of ajv.
var validateCreatePlant = validate0;
var func0 = Object.prototype.hasOwnProperty;
function validate0(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.body === void 0 || !func0.call(data, "body")) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "body" }, message: "must have required property 'body'" };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.body !== void 0 && func0.call(data, "body")) {
      let data0 = data.body;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.id === void 0 || !func0.call(data0, "id")) {
          const err1 = { instancePath: instancePath + "/body", schemaPath: "#/properties/body/allOf/0/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
          if (vErrors === null) {
            vErrors = [err1];
          } else {
            vErrors.push(err1);
          }
          errors++;
        }
        if (data0.id !== void 0 && func0.call(data0, "id")) {
          let data1 = data0.id;
          if (!(typeof data1 == "bigint" && data1 >= -9223372036854776e3 && data1 <= 9223372036854776e3)) {
            const err2 = { instancePath: instancePath + "/body/id", schemaPath: "#/properties/body/allOf/0/properties/id/int64", keyword: "int64", params: {}, message: "must be an integer between -9223372036854775808 and 9223372036854775807" };
            if (vErrors === null) {
              vErrors = [err2];
            } else {
              vErrors.push(err2);
            }
            errors++;
          }
        }
      }
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.name === void 0 || !func0.call(data0, "name")) {
          const err3 = { instancePath: instancePath + "/body", schemaPath: "#/properties/body/allOf/1/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.name !== void 0 && func0.call(data0, "name")) {
          let data2 = data0.name;
          if (typeof data2 === "string") {
            if (!data2.isWellFormed()) {
              const err4 = { instancePath: instancePath + "/body/name", schemaPath: "#/properties/body/allOf/1/properties/name/wellFormed", keyword: "wellFormed", params: {}, message: "must be well-formed Unicode" };
              if (vErrors === null) {
                vErrors = [err4];
              } else {
                vErrors.push(err4);
              }
              errors++;
            }
          } else {
            const err5 = { instancePath: instancePath + "/body/name", schemaPath: "#/properties/body/allOf/1/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err5];
            } else {
              vErrors.push(err5);
            }
            errors++;
          }
        }
      }
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.tag !== void 0 && func0.call(data0, "tag")) {
          let data3 = data0.tag;
          if (typeof data3 === "string") {
            if (!data3.isWellFormed()) {
              const err6 = { instancePath: instancePath + "/body/tag", schemaPath: "#/properties/body/allOf/2/properties/tag/wellFormed", keyword: "wellFormed", params: {}, message: "must be well-formed Unicode" };
              if (vErrors === null) {
                vErrors = [err6];
              } else {
                vErrors.push(err6);
              }
              errors++;
            }
          } else {
            const err7 = { instancePath: instancePath + "/body/tag", schemaPath: "#/properties/body/allOf/2/properties/tag/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
        }
      }
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        for (const key0 of Object.keys(data0)) {
          if (!(key0 === "id" || key0 === "name" || key0 === "tag")) {
            delete data0[key0];
          }
        }
      } else {
        const err8 = { instancePath: instancePath + "/body", schemaPath: "#/properties/body/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
  }
  validate0.errors = vErrors;
  return errors === 0;
}
export {
  validateCreatePlant
};
