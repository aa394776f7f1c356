#include "catalog/loader/kinds.hpp"
#include "catalog/loader/row.hpp"

namespace gpuplan::catalog {

namespace {

using namespace std::string_view_literals;

constexpr std::array k_compatibility_kinds{"format"sv,
                                           "toolkit"sv,
                                           "driver"sv,
                                           "mig-driver"sv,
                                           "framework"sv,
                                           "library"sv,
                                           "platform"sv};

core::Known<double> version_number(Row& row, std::string_view key) {
  const auto text = row.text(key);
  if (text.empty())
    return {};
  const auto number = source::parse_number(text);
  if (!number) {
    row.fault(key,
              "CAT011",
              "met " + std::string{text} + " for " + std::string{key} + ", expected \"9.0\"",
              "");
    return {};
  }
  return *number;
}

} // namespace

void load_compatibility(const source::Document& document,
                        const source::Node& list,
                        Drafts& drafts,
                        core::DiagnosticSink& sink) {
  read_rows(document, list, "a compatibility row", drafts, sink, [&](Row& row) {
    CompatibilityRecord record{.feature = row.required_text("feature")};
    if (const auto kind = row.fields().choice("kind", k_compatibility_kinds))
      record.kind = k_compatibility_kinds[*kind];
    record.format = row.text("format");
    record.vendor = row.text("vendor");
    record.min_compute_capability = version_number(row, "min_compute_capability");
    record.min_cuda = row.text("min_cuda");
    record.last_cuda = row.text("last_cuda");
    record.min_driver = row.text("min_driver");
    record.min_rocm = row.text("min_rocm");
    record.frameworks = row.texts("frameworks");
    record.versions = row.text("versions");
    record.cuda_builds = row.texts("cuda_builds");
    record.rocm_builds = row.texts("rocm_builds");
    record.compute_capabilities = row.texts("compute_capabilities");
    record.generations = row.texts("generations");
    record.accelerators = row.texts("accelerators");
    record.supported = row.boolean("supported").value_or(true);
    record.note = row.text("note");
    record.source = row.text("source");
    record.source_file = row.file();
    record.source_line = row.line();
    drafts.compatibility.push_back({.record = std::move(record), .origin = row.origin()});
  });
}

void load_datasets(const source::Document& document,
                   const source::Node& list,
                   Drafts& drafts,
                   core::DiagnosticSink& sink) {
  read_rows(document, list, "a data set", drafts, sink, [&](Row& row) {
    const DatasetRecord record{.id = row.required_text("id"),
                               .name = row.text("name"),
                               .task = row.text("task"),
                               .samples = row.number("samples"),
                               .bytes = row.number("bytes"),
                               .bytes_per_sample = row.number("bytes_per_sample"),
                               .tokens = row.number("tokens"),
                               .source = row.text("source"),
                               .source_file = row.file(),
                               .source_line = row.line()};
    drafts.datasets.push_back({.record = record, .origin = row.origin()});
  });
}

} // namespace gpuplan::catalog
