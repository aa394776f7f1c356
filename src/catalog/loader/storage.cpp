#include "catalog/loader/cells.hpp"
#include "source/checks.hpp"

namespace gpuplan::catalog {

namespace {

using namespace std::string_view_literals;

constexpr std::array k_rate_required{"kind"sv, "price"sv, "unit"sv, "currency"sv};
constexpr std::array k_rate_optional{"provider"sv,
                                     "tier"sv,
                                     "destination"sv,
                                     "from_gb"sv,
                                     "to_gb"sv,
                                     "region"sv,
                                     "as_of"sv,
                                     "source"sv,
                                     "note"sv};
constexpr std::array k_rate_kinds{"object"sv,
                                  "block-ssd"sv,
                                  "block-hdd"sv,
                                  "nvme"sv,
                                  "file"sv,
                                  "egress-internet"sv,
                                  "egress-interregion"sv,
                                  "egress-interzone"sv,
                                  "egress-cdn-origin"sv};
constexpr std::array k_rate_units{"GB"sv,
                                  "GB-month"sv,
                                  "GiB-month"sv,
                                  "disk-month"sv,
                                  "unit-GB-month"sv};

constexpr std::array k_speed_required{"kind"sv, "scope"sv};
constexpr std::array k_speed_optional{"provider"sv,
                                      "tier"sv,
                                      "read_gb_s"sv,
                                      "write_gb_s"sv,
                                      "iops"sv,
                                      "first_byte_latency_ms"sv,
                                      "as_of"sv,
                                      "source"sv,
                                      "note"sv};
constexpr std::array k_speed_kinds{"local_nvme"sv,
                                   "block"sv,
                                   "block_instance_cap"sv,
                                   "file"sv,
                                   "lustre"sv,
                                   "object"sv};
constexpr double k_milliseconds_per_second = 1000;

bool names_provider(const source::CsvTable& table,
                    const FileContext& context,
                    std::string_view what,
                    core::DiagnosticSink& sink) {
  if (!context.provider.empty() || table.column("provider"))
    return true;
  source::report(*table.text,
                 {.line = 1, .column = 1},
                 "CAT002",
                 "met " + std::string{what} + " that names no provider",
                 "add a column provider, or put the file under providers/<provider>/",
                 sink);
  return false;
}

Mention provider_of(Cells& cells, const FileContext& context) {
  auto provider = cells.mention("provider");
  if (provider.name.empty())
    provider.name = context.provider;
  return provider;
}

std::optional<StorageDraft> read_rate(Cells& cells, const FileContext& context) {
  StorageDraft draft{.origin = cells.origin(), .provider = provider_of(cells, context)};
  auto& row = draft.record;
  cells.choice("kind", k_rate_kinds, 0);
  row.kind = cells.text("kind");
  row.tier = cells.text("tier");
  row.destination = cells.text("destination");
  row.from_gb = cells.number("from_gb");
  row.to_gb = cells.number("to_gb");
  row.region = cells.text("region");
  cells.choice("unit", k_rate_units, 0);
  row.unit = cells.text("unit");
  row.as_of = cells.date("as_of");
  row.source = cells.text("source");
  row.note = cells.text("note");
  row.source_file = draft.origin.file;
  row.source_line = draft.origin.line;
  const auto currency = cells.currency("currency");
  const auto price = cells.money("price", currency.value_or(core::Currency{}));
  if (cells.text("price").empty())
    cells.fault("price", "CAT003", "met a storage row without a price");
  if (!currency || !price.known())
    return std::nullopt;
  row.price = *price;
  return draft;
}

StoragePerformanceDraft read_speed(Cells& cells, const FileContext& context) {
  StoragePerformanceDraft draft{.origin = cells.origin(), .provider = provider_of(cells, context)};
  auto& row = draft.record;
  cells.choice("kind", k_speed_kinds, 0);
  row.kind = cells.text("kind");
  row.tier = cells.text("tier");
  row.scope = cells.text("scope");
  row.read = cells.number("read_gb_s").transform(core::gb_per_s);
  row.write = cells.number("write_gb_s").transform(core::gb_per_s);
  row.iops = cells.number("iops");
  row.first_byte_latency = cells.number("first_byte_latency_ms").transform([](double ms) {
    return core::Seconds{ms / k_milliseconds_per_second};
  });
  row.as_of = cells.text("as_of");
  row.source = cells.text("source");
  row.note = cells.text("note");
  row.source_file = draft.origin.file;
  row.source_line = draft.origin.line;
  return draft;
}

} // namespace

void load_storage(const source::CsvTable& table,
                  const FileContext& context,
                  Drafts& drafts,
                  core::DiagnosticSink& sink) {
  Cells cells{table, "a table of storage prices", drafts, sink};
  if (!cells.columns(k_rate_required, k_rate_optional) ||
      !names_provider(table, context, "a table of storage prices", sink))
    return;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    cells.go_to(i);
    if (auto row = read_rate(cells, context))
      drafts.storage.push_back(*row);
  }
}

void load_storage_performance(const source::CsvTable& table,
                              const FileContext& context,
                              Drafts& drafts,
                              core::DiagnosticSink& sink) {
  Cells cells{table, "a table of storage rates", drafts, sink};
  if (!cells.columns(k_speed_required, k_speed_optional) ||
      !names_provider(table, context, "a table of storage rates", sink))
    return;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    cells.go_to(i);
    drafts.storage_performance.push_back(read_speed(cells, context));
  }
}

} // namespace gpuplan::catalog
