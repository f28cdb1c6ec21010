import { type ArrayExpression, type CallExpression, type Expression, Visitor } from 'oxc-parser';
import type { SourceFile } from '../check/source-files.ts';
import { type AnyFunction, functionOf, resolve, takesRestAt } from './module-scope.ts';

/** The code a list of steps is written in: names are looked up from the innermost function outwards. */
interface Place {
  readonly files: readonly SourceFile[];
  readonly file: SourceFile;
  readonly around: readonly AnyFunction[];
}

/** A step that is neither a function with a name nor a call of one. */
const UNNAMED = '(unnamed)';

type Element = ArrayExpression['elements'][number] | CallExpression['arguments'][number];

/** `sequence(…)` and `sequence<Has>()(…)`. */
function isSequence({ callee }: CallExpression): boolean {
  if (callee.type === 'CallExpression') return isSequence(callee);
  return callee.type === 'Identifier' && callee.name === 'sequence';
}

/** Without what TypeScript adds to an expression. */
function plain(expression: Expression): Expression {
  const wrapped = [
    'TSAsExpression',
    'TSSatisfiesExpression',
    'TSNonNullExpression',
    'ParenthesizedExpression',
  ];
  return wrapped.includes(expression.type)
    ? plain((expression as { expression: Expression }).expression)
    : expression;
}

/** What a function returns, not what functions inside it do. */
function returnsOf(declared: AnyFunction): Expression[] {
  if (declared.body?.type !== 'BlockStatement') return declared.body ? [declared.body] : [];
  const returned: Expression[] = [];
  let depth = 0;
  const enter = (): unknown => (depth += 1);
  const leave = (): unknown => (depth -= 1);
  const functions = {
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
  };
  new Visitor({
    ...functions,
    ReturnStatement({ argument }) {
      if (depth === 0 && argument) returned.push(argument);
    },
  }).visit({ type: 'Program', body: declared.body.body } as never);
  return returned;
}

/** The steps of an expression that is a list of them, or undefined when it is something else. */
function listOf(value: Expression, place: Place): string[] | undefined {
  const expression = plain(value);
  if (expression.type === 'ConditionalExpression')
    return longest([expression.consequent, expression.alternate], place);
  if (expression.type === 'ArrayExpression')
    return expression.elements.flatMap((element) => stepsOf(element, place));
  if (expression.type !== 'CallExpression') return undefined;
  return isSequence(expression)
    ? expression.arguments.flatMap((argument) => stepsOf(argument, place))
    : listOfCall(expression, place);
}

/** The list that a call of one of our functions gives. */
function listOfCall({ callee }: CallExpression, place: Place): string[] | undefined {
  const found =
    callee.type === 'Identifier' ? resolve(place.files, place.file, callee.name, place.around) : undefined;
  const declared = found && functionOf(found);
  return declared && returnedList({ ...place, file: found.file }, declared);
}

/** Of several ways to build a list the one with most steps: the others leave out what does not apply. */
function longest(values: readonly Expression[], place: Place): string[] | undefined {
  return values.flatMap((value) => [listOf(value, place) ?? []]).toSorted((a, b) => b.length - a.length)[0];
}

/** The list that a function returns, or undefined when it returns none. */
function returnedList({ files, file }: Place, declared: AnyFunction): string[] | undefined {
  const inside = { files, file, around: [declared] };
  const returned = returnsOf(declared);
  return returned.some((value) => listOf(value, inside) !== undefined)
    ? longest(returned, inside)
    : undefined;
}

/** `limitRate`, and `watch` of `audit.requests.watch(exchange)`. */
function nameOf(callee: Expression): string {
  if (callee.type === 'Identifier') return callee.name;
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
    ? callee.property.name
    : UNNAMED;
}

/** A call makes a step named after its function, followed by the steps it is given. */
function stepsOfCall({ callee, arguments: given }: CallExpression, place: Place): string[] {
  const found =
    callee.type === 'Identifier' ? resolve(place.files, place.file, callee.name, place.around) : undefined;
  const declared = found && functionOf(found);
  const within = given.flatMap((argument, i) =>
    declared && takesRestAt(declared, i) ? stepsOf(argument, place) : (givenList(argument, place) ?? []),
  );
  return [nameOf(callee), ...within];
}

/** The steps of an argument that names a list. */
function givenList(argument: Element, place: Place): string[] | undefined {
  if (argument?.type !== 'Identifier') return undefined;
  const found = resolve(place.files, place.file, argument.name, place.around);
  return found && !functionOf(found) ? listOf(found.value, place) : undefined;
}

/** One member of a list: a step by its name, a call that makes one or several, a list within the list. */
function stepsOf(element: Element, place: Place): string[] {
  if (!element) return [];
  if (element.type === 'SpreadElement') return stepsOf(element.argument, place);
  const expression = plain(element);
  const list = listOf(expression, place);
  if (list) return list;
  if (expression.type === 'CallExpression') return stepsOfCall(expression, place);
  if (expression.type === 'ArrowFunctionExpression') return stepsOf(expression.body as Expression, place);
  if (expression.type !== 'Identifier') return [UNNAMED];
  const found = resolve(place.files, place.file, expression.name, place.around);
  return found && !functionOf(found) ? stepsOf(found.value, place) : [expression.name];
}

/** The steps of the pipeline that a function returns, in order, or undefined when it returns none. */
export function pipelineSteps(
  files: readonly SourceFile[],
  file: SourceFile,
  name: string,
): string[] | undefined {
  const found = resolve(files, file, name);
  const declared = found && functionOf(found);
  return declared && returnedList({ files, file: found.file, around: [] }, declared);
}
