#include "cli/commands/shared/own_findings.hpp"
#include "support/scratch_folder.hpp"
#include "support/tiny_catalog.hpp"

using namespace gpuplan;
using cli::commands::is_of;
using cli::commands::warn_of_own_findings;

namespace {

const std::string k_header =
    "provider,instance_type,region,option,price_hourly,currency,as_of,note\n";

core::DiagnosticSink warned(const std::string& prices) {
  test::Files files{{{"mine.csv", k_header + prices}}};
  const std::vector<std::string> overlays{"mine.csv"};
  const auto catalog = files.over_tiny({"mine.csv"});
  INFO(test::rendered(files.sink));
  REQUIRE(catalog.has_value());
  core::DiagnosticSink sink;
  warn_of_own_findings(*catalog, overlays, sink);
  return sink;
}

} // namespace

TEST_CASE("a file is of an overlay that it is or lies in", "[cli]") {
  const std::vector<std::string> overlays{"mine.csv", "folder/", "other"};
  CHECK(is_of(overlays, "mine.csv"));
  CHECK(is_of(overlays, "folder/providers/p/prices.csv"));
  CHECK(is_of(overlays, "other/a.yaml"));
  CHECK_FALSE(is_of(overlays, "other.yaml"));
  CHECK_FALSE(is_of(overlays, "mine.csv.bak"));
  CHECK_FALSE(is_of(overlays, "catalogs/providers/p/prices.csv"));
}

TEST_CASE("the files a compiled overlay was made of are own ones", "[cli]") {
  const test::ScratchFolder folder;
  const auto path = folder.write("tiny.gpc", std::string{test::tiny_catalog().bytes()});
  const auto files = cli::commands::files_of_compiled(std::vector<std::string>{"mine.csv", path});
  const auto findings = test::tiny_catalog().findings();
  REQUIRE_FALSE(findings.empty());
  for (const auto& finding : findings)
    CHECK(std::binary_search(files.begin(), files.end(), std::string(finding.file)));
}

TEST_CASE("a price of zero or none in an own file is warned of at its line", "[cli][A07]") {
  const auto zero = warned("nimbus,f5.1,east-1,on-demand,0,USD,2026-11-01,\n");
  REQUIRE(zero.diagnostics().size() == 1);
  CHECK(zero.diagnostics()[0].at.file == "mine.csv");
  CHECK(zero.diagnostics()[0].at.line == 2);
  CHECK(zero.diagnostics()[0].code == "CAT021");
  CHECK(zero.diagnostics()[0].severity == core::Severity::warning);

  const auto empty = warned("nimbus,f5.1,east-1,on-demand,0.9,USD,2026-11-01,\n"
                            "nimbus,f5.4,east-1,on-demand,,USD,2026-11-01,by contract\n");
  REQUIRE(empty.diagnostics().size() == 1);
  CHECK(empty.diagnostics()[0].at.line == 3);
  CHECK_THAT(empty.diagnostics()[0].headline, ContainsSubstring("by contract"));
}

TEST_CASE("an own file without doubtful rows is not spoken of", "[cli]") {
  CHECK(warned("nimbus,f5.1,east-1,on-demand,0.9,USD,2026-11-01,\n").diagnostics().empty());
}

TEST_CASE("an offer that stands twice in an own file is warned of at both lines", "[cli]") {
  const auto twice = warned("nimbus,f5.1,east-1,on-demand,0.9,USD,2026-11-01,\n"
                            "nimbus,f5.1,east-1,on-demand,0.8,USD,2026-11-02,\n");
  REQUIRE(twice.diagnostics().size() == 1);
  const auto& warning = twice.diagnostics()[0];
  CHECK(warning.code == "CAT022");
  CHECK(warning.at.line == 3);
  REQUIRE(warning.labels.size() == 1);
  CHECK(warning.labels[0].span.file == "mine.csv");
  CHECK(warning.labels[0].span.line == 2);
}
