#pragma once

#include "catalog/builder/drafts.hpp"
#include "source/fields.hpp"

namespace gpuplan::catalog {

/// Reads the keys of one YAML row into the values of a record: texts go to the pool, an absent
/// number is unknown.
class Row {
public:
  Row(const source::Document& document,
      const source::Node& mapping,
      std::string_view what,
      Drafts& drafts,
      core::DiagnosticSink& sink);

  std::string_view text(std::string_view key);
  std::string_view required_text(std::string_view key);
  std::vector<std::string_view> texts(std::string_view key);
  Mention mention(std::string_view key);
  Mention required_mention(std::string_view key);

  core::Known<double> number(std::string_view key);   ///< not negative
  core::Known<double> positive(std::string_view key); ///< above zero
  core::Known<double> number(std::string_view key, double least, double most);
  core::Known<std::int64_t> whole(std::string_view key); ///< not negative
  std::int64_t whole_or_zero(std::string_view key);
  core::Known<bool> boolean(std::string_view key);

  template <class Word>
  Word choice(std::string_view key, std::span<const std::string_view> words, Word fallback) {
    const auto index = fields_.choice(key, words);
    return index ? static_cast<Word>(*index) : fallback;
  }

  /// A nested mapping, or nothing where the key is absent.
  std::optional<Row> nested(std::string_view key, std::string_view what);

  void fault(std::string_view key, std::string_view code, std::string headline, std::string help);

  [[nodiscard]] Origin origin() const;

  [[nodiscard]] std::string_view file() const { return origin().file; }

  [[nodiscard]] std::uint32_t line() const { return fields_.mapping().at.line; }

  source::Fields& fields() { return fields_; }

  Drafts& drafts() { return drafts_; }

  /// Reports the keys nobody asked for.
  void finish() { fields_.finish(); }

private:
  source::Fields fields_;
  Drafts& drafts_;
};

/// Reads every item of a sequence with `read(Row&)` and reports its unknown keys.
template <class Read>
void read_rows(const source::Document& document,
               const source::Node& list,
               std::string_view what,
               Drafts& drafts,
               core::DiagnosticSink& sink,
               Read read) {
  for (const auto& item : list.items) {
    Row row{document, item, what, drafts, sink};
    if (!item.is_mapping())
      continue;
    read(row);
    row.finish();
  }
}

} // namespace gpuplan::catalog
