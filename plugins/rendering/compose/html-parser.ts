import { html as spec, Parser, type Token, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5';

export interface MarkupVisitor {
  startTag?(tag: Token.TagToken, at: Token.LocationWithAttributes): void;
  endTag?(tag: Token.TagToken, at: Token.Location): void;
  comment?(at: Token.Location): void;
  text?(chars: string, at: Token.Location): void;
  /** An element that the tree gets, perhaps without a tag of its own. */
  element?(name: string, isHtml: boolean): void;
  /** The head is over, by its end tag or by what may not stand in it. */
  headEnd?(): void;
}

interface Node {
  readonly name: string;
  readonly namespace: spec.NS;
  readonly attributes: Token.Attribute[];
  parent: Node | null;
}

type Nodes = TreeAdapterTypeMap<Node, Node, Node, Node, Node, Node, Node, Node, Node, Node>;

const node = (name: string, namespace = spec.NS.HTML, attributes: Token.Attribute[] = []): Node => ({
  name,
  namespace,
  attributes,
  parent: null,
});

/** A tree without children: the parser needs its open elements and their parents, nobody needs the document. */
function openElementsOnly(visitor: MarkupVisitor): TreeAdapter<Nodes> {
  let mode = spec.DOCUMENT_MODE.NO_QUIRKS;
  const nothing = (): void => undefined;
  const adopt = (parent: Node, child: Node): void => {
    child.parent = parent;
  };
  return {
    createDocument: () => node('#document'),
    createDocumentFragment: () => node('#fragment'),
    createElement(name, namespace, attributes) {
      visitor.element?.(name, namespace === spec.NS.HTML);
      return node(name, namespace, attributes);
    },
    createCommentNode: () => node('#comment'),
    createTextNode: () => node('#text'),
    appendChild: adopt,
    insertBefore: adopt,
    insertText: nothing,
    insertTextBefore: nothing,
    adoptAttributes: nothing,
    detachNode(child) {
      child.parent = null;
    },
    setTemplateContent: nothing,
    getTemplateContent: (template) => template,
    setDocumentType: nothing,
    setDocumentMode(_document, wanted) {
      mode = wanted;
    },
    getDocumentMode: () => mode,
    getFirstChild: () => null,
    getChildNodes: () => [],
    getParentNode: ({ parent }) => parent,
    getAttrList: ({ attributes }) => attributes,
    getTagName: ({ name }) => name,
    getNamespaceURI: ({ namespace }) => namespace,
    getTextNodeContent: () => '',
    getCommentNodeContent: () => '',
    getDocumentTypeNodeName: () => '',
    getDocumentTypeNodePublicId: () => '',
    getDocumentTypeNodeSystemId: () => '',
    isTextNode: (given): given is Node => given.name === '#text',
    isCommentNode: (given): given is Node => given.name === '#comment',
    isDocumentTypeNode: (given): given is Node => given.name === '#doctype',
    isElementNode: (given): given is Node => !given.name.startsWith('#'),
    setNodeSourceCodeLocation: nothing,
    getNodeSourceCodeLocation: () => null,
    updateNodeSourceCodeLocation: nothing,
    onItemPop({ name, namespace }) {
      if (name === 'head' && namespace === spec.NS.HTML) visitor.headEnd?.();
    },
  };
}

/** Chromium's own rules (the HTML standard's), told token by token: also tags that the tree drops again. */
class WatchedParser extends Parser<Nodes> {
  readonly #visitor: MarkupVisitor;
  /** Where the token that is being read begins. */
  at = 0;

  constructor(visitor: MarkupVisitor) {
    super({ treeAdapter: openElementsOnly(visitor), sourceCodeLocationInfo: true, scriptingEnabled: true });
    this.#visitor = visitor;
  }

  override onStartTag(tag: Token.TagToken): void {
    if (tag.location !== null) {
      this.at = tag.location.startOffset;
      this.#visitor.startTag?.(tag, tag.location);
    }
    super.onStartTag(tag);
  }

  override onEndTag(tag: Token.TagToken): void {
    if (tag.location !== null) {
      this.at = tag.location.startOffset;
      this.#visitor.endTag?.(tag, tag.location);
    }
    super.onEndTag(tag);
  }

  override onComment(comment: Token.CommentToken): void {
    if (comment.location !== null) {
      this.at = comment.location.startOffset;
      this.#visitor.comment?.(comment.location);
    }
    super.onComment(comment);
  }

  override onDoctype(doctype: Token.DoctypeToken): void {
    this.at = doctype.location?.startOffset ?? this.at;
    super.onDoctype(doctype);
  }

  override onCharacter(token: Token.CharacterToken): void {
    this.#text(token);
    super.onCharacter(token);
  }

  override onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.#text(token);
    super.onWhitespaceCharacter(token);
  }

  override onNullCharacter(token: Token.CharacterToken): void {
    this.#text(token);
    super.onNullCharacter(token);
  }

  override onEof(token: Token.EOFToken): void {
    this.at = token.location?.startOffset ?? this.at;
    super.onEof(token);
  }

  #text(token: Token.CharacterToken): void {
    if (token.location === null) return;
    this.at = token.location.startOffset;
    this.#visitor.text?.(token.chars, token.location);
  }
}

/** Reads a whole document; `position` tells where the token begins that is being read. */
export function walkMarkup(html: string, visit: (position: () => number) => MarkupVisitor): void {
  const parser: WatchedParser = new WatchedParser(visit(() => parser.at));
  parser.tokenizer.write(html, true);
}
