/** Forms that a description comes in. */
export type OpenApiVersion = '3.0' | '3.1';

export type JsonObject = Record<string, unknown>;

/** The parts of a description that are referred to by name. */
export type ComponentSection =
  | 'schemas'
  | 'parameters'
  | 'headers'
  | 'responses'
  | 'examples'
  | 'securitySchemes';

export type Components = Readonly<Partial<Record<ComponentSection, Readonly<Record<string, JsonObject>>>>>;

/** A document of the OpenAPI form, as plain data. */
export interface ApiDescription extends JsonObject {
  readonly openapi: string;
  readonly info: JsonObject;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
  readonly components: Components & {
    readonly schemas: Readonly<Record<string, JsonObject>>;
    readonly securitySchemes: Readonly<Record<string, JsonObject>>;
  };
}

/** Points at a component. */
export function referTo(section: ComponentSection, name: string): JsonObject {
  return { $ref: `#/components/${section}/${name}` };
}
