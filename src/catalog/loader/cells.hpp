#pragma once

#include "catalog/loader/kinds.hpp"

#include <optional>

namespace gpuplan::catalog {

/// Reads the cells of a CSV table by column name. Columns nobody asked for are reported once, at
/// the header, with the nearest valid name; so are required ones that are missing.
class Cells {
public:
  Cells(const source::CsvTable& table,
        std::string_view what,
        Drafts& drafts,
        core::DiagnosticSink& sink);

  /// Declares the columns; false where a required one is missing.
  bool columns(std::span<const std::string_view> required,
               std::span<const std::string_view> optional);

  void go_to(std::size_t row) { row_ = row; }

  /// The trimmed text of a cell, kept; empty for an absent column.
  std::string_view text(std::string_view column);
  Mention mention(std::string_view column);

  /// Empty is unknown; what is no number, negative or above 10^18 is reported.
  core::Known<double> number(std::string_view column);
  core::Known<core::Date> date(std::string_view column);
  core::Known<core::Money> money(std::string_view column, core::Currency currency);
  std::optional<core::Currency> currency(std::string_view column);

  /// One of the words, else a fault; `fallback` for an empty cell.
  template <class Word>
  Word choice(std::string_view column, std::span<const std::string_view> words, Word fallback) {
    const auto index = word_index(column, words);
    return index ? static_cast<Word>(*index) : fallback;
  }

  void fault(std::string_view column,
             std::string_view code,
             std::string headline,
             std::string help = {});

  [[nodiscard]] Origin origin() const;
  [[nodiscard]] std::uint32_t line() const;

private:
  [[nodiscard]] const source::CsvCell* cell(std::string_view column) const;
  std::optional<std::size_t> word_index(std::string_view column,
                                        std::span<const std::string_view> words);

  const source::CsvTable& table_;
  std::string what_;
  Drafts& drafts_;
  core::DiagnosticSink& sink_;
  std::string_view file_;
  std::size_t row_ = 0;
  std::vector<std::pair<std::string_view, std::size_t>> index_;
};

} // namespace gpuplan::catalog
