import type { z } from 'zod';
import type { Block } from '../model/Block.ts';
import type { Named } from '../model/Named.ts';
import type { BuiltinBlock, BuiltinBlockOf, BuiltinBlockType } from './builtinBlocks.ts';
import type { Kit } from './Kit.ts';

/**
 * A block of a type that the compiler does not know, from a newer editor or from a kit that was left
 * out. At run time its `type` can be any string. The compiler calls it `(unknown)`, a name that no
 * type has, so that comparing `type` with a known type excludes it and a misspelt type is an error.
 */
export type UnknownBlock = Block<'(unknown)', Record<string, unknown>>;

/** The types of blocks that the compiler knows: the built-in ones and those of `Kits`. */
export type BlockTypeOf<Kits extends Kit = never> = BuiltinBlockType | Kits['block']['type'];

/** A block of a kit. */
export type KitBlock<Kits extends Kit> = Kits extends Kit
  ? Block<Kits['block']['type'], Named<z.output<Kits['block']['content']>>>
  : never;

/**
 * A block of any type, narrowed by comparing its `type`: built-in, of one of `Kits`, or unknown.
 *
 * `AnyBlock` without `Kits` knows the built-in types. If `Kits` are only known at run time
 * (`AnyBlock<Kit>`), it is a {@link Block}, which `asBuiltin` narrows.
 */
export type AnyBlock<Kits extends Kit = never> = string extends Kits['block']['type']
  ? Block
  : BuiltinBlock | KitBlock<Kits> | UnknownBlock;

/** A block of one or more types. The content of an unknown type can have any fields. */
export type BlockOfType<Type extends string, Kits extends Kit = never> = Type extends unknown
  ? Type extends BuiltinBlockType
    ? BuiltinBlockOf<Type>
    : string extends Kits['block']['type']
      ? Block<Type, Record<string, unknown>>
      : Type extends Kits['block']['type']
        ? Extract<KitBlock<Kits>, { readonly type: Type }>
        : Block<Type, Record<string, unknown>>
  : never;
