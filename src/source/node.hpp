#pragma once

#include "source/source_text.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gpuplan::source {

enum class NodeKind : std::uint8_t { null, scalar, sequence, mapping };

/// What a scalar was written as. A plain YAML scalar is `plain` whatever it looks like; JSON tells
/// numbers, strings and booleans apart.
enum class ScalarForm : std::uint8_t { plain, quoted, number, boolean };

struct NodeEntry;

/// One value of a YAML or JSON document with its place. Scalars stay text: nothing is converted
/// before a reader that knows the wanted type and unit asks, so numbers keep every digit and `010`,
/// `yes` or `.inf` never turn into something else.
struct Node {
  NodeKind kind = NodeKind::null;
  ScalarForm form = ScalarForm::plain;
  std::string text; ///< of a scalar, unescaped UTF-8
  Position at;
  std::vector<Node> items;        ///< of a sequence
  std::vector<NodeEntry> entries; ///< of a mapping, in order; keys are unique scalars

  [[nodiscard]] bool is_null() const { return kind == NodeKind::null; }

  [[nodiscard]] bool is_scalar() const { return kind == NodeKind::scalar; }

  [[nodiscard]] bool is_sequence() const { return kind == NodeKind::sequence; }

  [[nodiscard]] bool is_mapping() const { return kind == NodeKind::mapping; }

  /// The value of a key, or null pointer.
  [[nodiscard]] const Node* find(std::string_view key) const;
};

/// A key and its value. (No pair: Clang 14 cannot complete one of a type inside itself.)
struct NodeEntry {
  Node first;
  Node second;
};

/// A parsed input; the text stays alive for diagnostics.
struct Document {
  SourceTextPtr text;
  Node root;

  [[nodiscard]] core::Span span(Position at) const { return text->span(at); }
};

} // namespace gpuplan::source
