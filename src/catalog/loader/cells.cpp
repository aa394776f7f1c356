#include "catalog/loader/cells.hpp"

#include "catalog/loader/limits.hpp"
#include "core/currency_codes.hpp"
#include "core/text.hpp"
#include "source/checks.hpp"
#include "source/fields.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::catalog {

Cells::Cells(const source::CsvTable& table,
             std::string_view what,
             Drafts& drafts,
             core::DiagnosticSink& sink)
    : table_(table),
      what_(what),
      drafts_(drafts),
      sink_(sink),
      file_(drafts.texts.keep(table.text->name())) {}

bool Cells::columns(std::span<const std::string_view> required,
                    std::span<const std::string_view> optional) {
  std::vector<std::string_view> known(required.begin(), required.end());
  known.insert(known.end(), optional.begin(), optional.end());
  for (std::size_t i = 0; i < table_.header.size(); ++i) {
    const auto& name = table_.header[i];
    const auto found = std::find(known.begin(), known.end(), name.text);
    if (found != known.end()) {
      index_.emplace_back(*found, i);
      continue;
    }
    const auto near = core::nearest(name.text, known);
    source::report(
        *table_.text,
        name.at,
        "CAT001",
        fmt::format("met the unknown column {} in {}", source::in_quotes(name.text), what_),
        near ? fmt::format("did you mean {}?", *near)
             : fmt::format("known columns: {}", fmt::join(known, ", ")),
        sink_);
  }
  std::vector<std::string_view> missing;
  std::ranges::copy_if(required, std::back_inserter(missing), [&](std::string_view column) {
    return !table_.column(column);
  });
  if (missing.empty())
    return true;
  source::report(*table_.text,
                 {.line = 1, .column = 1},
                 "CAT002",
                 fmt::format("met {} without the {} {}",
                             what_,
                             missing.size() == 1 ? "column" : "columns",
                             fmt::join(missing, ", ")),
                 "",
                 sink_);
  return false;
}

const source::CsvCell* Cells::cell(std::string_view column) const {
  const auto found = std::ranges::find(index_, column, [](const auto& each) { return each.first; });
  return found == index_.end() ? nullptr : &table_.rows[row_][found->second];
}

std::string_view Cells::text(std::string_view column) {
  const auto* found = cell(column);
  return found == nullptr ? std::string_view{} : drafts_.texts.keep(core::trim(found->text));
}

Mention Cells::mention(std::string_view column) {
  const auto* found = cell(column);
  return {.name = text(column), .at = found == nullptr ? source::Position{} : found->at};
}

core::Known<double> Cells::number(std::string_view column) {
  const auto value = text(column);
  if (value.empty())
    return {};
  const auto number = source::parse_number(value);
  if (!number || *number < 0 || *number > k_most) {
    fault(column,
          "CAT003",
          fmt::format("met {} for {}, expected a number that is not negative",
                      source::in_quotes(value),
                      column));
    return {};
  }
  return *number;
}

core::Known<core::Date> Cells::date(std::string_view column) {
  const auto value = text(column);
  if (value.empty())
    return {};
  const auto date = core::parse_date(value);
  if (!date) {
    fault(column,
          "CAT003",
          fmt::format("met {} for {}, expected a date", source::in_quotes(value), column),
          "dates are written 2026-11-30");
    return {};
  }
  return *date;
}

core::Known<core::Money> Cells::money(std::string_view column, core::Currency currency) {
  const auto value = text(column);
  if (value.empty())
    return {};
  const auto amount = core::Money::parse(value, currency);
  if (!amount || amount->nanos() < 0) {
    fault(column,
          "CAT003",
          fmt::format(
              "met {} for {}, expected an amount such as 55.04", source::in_quotes(value), column),
          "plain digits with at most nine after the point; the currency has its own column");
    return {};
  }
  return *amount;
}

std::optional<core::Currency> Cells::currency(std::string_view column) {
  const auto value = text(column);
  auto currency = core::is_listed_currency(value) ? core::Currency::parse(value) : std::nullopt;
  if (!currency)
    fault(column,
          "CAT003",
          fmt::format("met {} for {}, expected a currency code such as USD",
                      value.empty() ? "nothing" : source::in_quotes(value),
                      column),
          core::currency_help(value));
  return currency;
}

std::optional<std::size_t> Cells::word_index(std::string_view column,
                                             std::span<const std::string_view> words) {
  const auto value = text(column);
  if (value.empty())
    return std::nullopt;
  const auto found = std::ranges::find(words, value);
  if (found != words.end())
    return static_cast<std::size_t>(found - words.begin());
  const auto near = core::nearest(value, words);
  fault(column,
        "CAT003",
        fmt::format(
            "met {} for {}, expected {}", source::in_quotes(value), column, core::choice_of(words)),
        near ? fmt::format("did you mean {}?", *near) : "");
  return std::nullopt;
}

void Cells::fault(std::string_view column,
                  std::string_view code,
                  std::string headline,
                  std::string help) {
  const auto* found = cell(column);
  const auto at = found == nullptr ? source::Position{.line = line(), .column = 1} : found->at;
  source::report(*table_.text, at, code, std::move(headline), std::move(help), sink_);
}

Origin Cells::origin() const {
  return {.text = table_.text.get(), .file = file_, .line = line(), .layer = drafts_.layer};
}

std::uint32_t Cells::line() const {
  const auto& row = table_.rows[row_];
  return row.empty() ? 0 : row.front().at.line;
}

} // namespace gpuplan::catalog
