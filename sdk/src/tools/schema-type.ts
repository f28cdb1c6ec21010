/** The part of JSON Schema whose values have a type of their own in TypeScript; all others are `unknown`. */
export interface ToolSchema {
  readonly type?: string | undefined;
  readonly properties?: Readonly<Record<string, ToolSchema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: ToolSchema | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly const?: unknown;
  readonly anyOf?: readonly ToolSchema[] | undefined;
  readonly description?: string | undefined;
  readonly [keyword: string]: unknown;
}

interface Scalars {
  string: string;
  number: number;
  integer: number;
  boolean: boolean;
  null: null;
}

type RequiredOf<Schema> = Schema extends { required: readonly (infer Name)[] } ? Name : never;

type ObjectOf<Properties, Required> = {
  [Name in keyof Properties as Name extends Required ? Name : never]: TypeOf<Properties[Name]>;
} & {
  [Name in keyof Properties as Name extends Required ? never : Name]?: TypeOf<Properties[Name]> | undefined;
};

/** What a value of the schema is. */
export type TypeOf<Schema> = Schema extends { const: infer Value }
  ? Value
  : Schema extends { enum: readonly (infer Value)[] }
    ? Value
    : Schema extends { anyOf: readonly (infer Choice)[] }
      ? TypeOf<Choice>
      : Schema extends { type: keyof Scalars }
        ? Scalars[Schema['type']]
        : Schema extends { type: 'array'; items: infer Item }
          ? TypeOf<Item>[]
          : Schema extends { type: 'object'; properties: infer Properties }
            ? ObjectOf<Properties, RequiredOf<Schema>>
            : unknown;
