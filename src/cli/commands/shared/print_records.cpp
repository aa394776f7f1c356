#include "cli/commands/shared/print_records.hpp"

#include "output/json/catalog_json.hpp"

namespace gpuplan::cli::commands {

void print_records(const Environment& environment,
                   const CommonOptions& common,
                   const catalog::Catalog& catalog,
                   const output::Records& records,
                   std::string_view command) {
  const auto style = common.style(environment);
  switch (common.format()) {
  case Format::json:
    common.print(environment, output::records_json(catalog, records, command, common.as_of()));
    break;
  case Format::csv: common.print(environment, records.csv()); break;
  case Format::markdown: common.print(environment, records.table().markdown()); break;
  default:
    if (!records.empty())
      common.print(environment, records.table().text(style.width, style.colour));
  }
}

} // namespace gpuplan::cli::commands
