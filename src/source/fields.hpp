#pragma once

#include "source/node.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace gpuplan::source {

/// Reads the keys of one mapping, each at most once, and reports what is wrong at its place:
/// missing, wrong type, not finite, out of range, unknown key (with the nearest valid one). A fault
/// leaves an empty optional behind and reading goes on; `finish` reports the keys nobody asked for.
/// An optional key that says `null` is as good as absent; one with nothing behind it is a fault.
class Fields {
public:
  /// `what` names the mapping in messages: "an accelerator", "the workload".
  Fields(const Document& document,
         const Node& mapping,
         std::string_view what,
         core::DiagnosticSink& sink);

  /// The raw value, or null pointer; marks the key as known.
  const Node* take(std::string_view key);
  const Node* require(std::string_view key);

  std::optional<std::string> text(std::string_view key);
  std::optional<std::string> required_text(std::string_view key);
  std::optional<double> number(std::string_view key, double least, double most);
  std::optional<double> required_number(std::string_view key, double least, double most);
  std::optional<std::int64_t> whole(std::string_view key, std::int64_t least, std::int64_t most);
  std::optional<bool> boolean(std::string_view key);    ///< `true` or `false` only
  std::vector<std::string> texts(std::string_view key); ///< a sequence of scalars; absent is empty

  /// One of a closed set of words; others are reported with the nearest. Answers its index.
  std::optional<std::size_t> choice(std::string_view key, std::span<const std::string_view> words);

  /// Reports an error at a node of this mapping, in the words "met X, expected Y".
  void fault(const Node& at, std::string_view code, std::string headline, std::string help = {});

  /// `meant` tells what an unknown key means that is none of this mapping's; it is heard first and
  /// says nothing where it knows nothing better.
  using KeyHint = std::function<std::string(std::string_view key)>;
  void finish(const KeyHint& meant = {});

  [[nodiscard]] const Document& document() const { return document_; }

  [[nodiscard]] const Node& mapping() const { return mapping_; }

  [[nodiscard]] core::DiagnosticSink& sink() const { return sink_; }

private:
  const Node* optional(std::string_view key, std::string_view expected);
  std::optional<std::string> text_of(const Node* value, std::string_view key);
  std::optional<double>
  number_of(const Node* value, std::string_view key, double least, double most);
  bool may_be_number(const Node& value, std::string_view key, std::string_view expected);

  const Document& document_;
  const Node& mapping_;
  std::string what_;
  core::DiagnosticSink& sink_;
  std::vector<std::string> asked_;
};

/// Number readers for scalars met elsewhere. They accept a plain or JSON number (`12`, `0.5`,
/// `1e9`), never a quoted one, octal, hexadecimal, infinity or NaN.
std::optional<double> parse_number(std::string_view text);
std::optional<std::int64_t> parse_whole(std::string_view text);

} // namespace gpuplan::source
