import { ERRORS } from '@svc/contract';
import type { Expression, Node, Statement } from 'oxc-parser';
import type { Operator } from './mutant.ts';

/** A change of one node. Offsets are those of the node unless given. */
export interface Change {
  readonly operator: Operator;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const COMPARISONS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
};
const LOGIC: Readonly<Record<string, string>> = { '&&': '||', '||': '&&' };
/** From here on a constant is doubled: a limit moved by one is noticed, a time or a size hardly. */
const LARGE = 1000;
/** Statements without which nothing changes that a caller may rely on: names of errors, log lines, metrics, timers that do not hold the process. */
const UNOBSERVED =
  /^this\.name = '|\b(?:log|logger|metrics?|\w*[cC]ounter|\w*[hH]istogram|\w*[gG]auge|unref|unlogged)\b/;

/** The changes that an operator makes of a node. `source` is the text of its file. */
export function changesOf(node: Node, source: string): Change[] {
  switch (node.type) {
    case 'IfStatement':
      return [negated(node.test, source), ...dropped(node, source)];
    case 'ConditionalExpression':
      return [negated(node.test, source)];
    case 'BinaryExpression':
      return swapped('comparison', node, COMPARISONS[node.operator], source);
    case 'LogicalExpression':
      return swapped('logic', node, LOGIC[node.operator], source);
    case 'ExpressionStatement':
      return dropped(node, source);
    case 'NewExpression':
      return renamedError(node.callee, node.arguments[0]);
    case 'Literal':
      return moved(node);
    default:
      return [];
  }
}

function negated({ start, end }: Expression, source: string): Change {
  return { operator: 'condition', start, end, text: `!(${source.slice(start, end)})` };
}

type Binary = Extract<Node, { type: 'BinaryExpression' | 'LogicalExpression' }>;

function swapped(operator: Operator, node: Binary, other: string | undefined, source: string): Change[] {
  if (other === undefined) return [];
  const side = ({ start, end }: { start: number; end: number }) => `(${source.slice(start, end)})`;
  const text = `(${side(node.left)} ${other} ${side(node.right)})`;
  return [{ operator, start: node.start, end: node.end, text }];
}

/** Statements made for their effect, and guards. */
function dropped(node: Statement, source: string): Change[] {
  const text = source.slice(node.start, node.end);
  const isGuard =
    node.type === 'IfStatement' && !node.alternate && /\b(?:return|throw|continue)\b/.test(text);
  const isCall =
    node.type === 'ExpressionStatement' && !/^(?:super\b|['"])/.test(text) && !UNOBSERVED.test(text);
  return isGuard || isCall ? [{ operator: 'statement', start: node.start, end: node.end, text: ';' }] : [];
}

/** Another error of the catalog with another status, so that both status and code are wrong. */
function renamedError(callee: Expression, name: Node | undefined): Change[] {
  if (callee.type !== 'Identifier' || callee.name !== 'ApiError') return [];
  if (name?.type !== 'Literal' || typeof name.value !== 'string' || !(name.value in ERRORS)) return [];
  const other = name.value === 'resource_conflict' ? 'forbidden' : 'resource_conflict';
  return [{ operator: 'error', start: name.start, end: name.end, text: `'${other}'` }];
}

function moved({ value, start, end }: Extract<Node, { type: 'Literal' }>): Change[] {
  if (typeof value === 'boolean') return [{ operator: 'constant', start, end, text: String(!value) }];
  if (typeof value !== 'number') return [];
  const isStatus = value >= 400 && value <= 507 && Number.isInteger(value);
  if (isStatus) return [{ operator: 'error', start, end, text: String(value === 409 ? 403 : 409) }];
  return [{ operator: 'constant', start, end, text: String(value < LARGE ? value + 1 : value * 2) }];
}
