#include "unit/facade/fixture.hpp"

using namespace gpuplan;
using test::k_day;
using test::ScratchFolder;

namespace {

const Catalog& built_in() {
  static const auto catalog = test::value_of(Catalog::load());
  return catalog;
}

/// The diagnostics of a job that has no plan for a fault.
std::vector<Diagnostic> faults_of(const Job& job, const Options& options = {}) {
  const auto answer = built_in().plan(job, k_day, options);
  REQUIRE_FALSE(answer.has_value());
  REQUIRE_FALSE(answer.diagnostics().empty());
  return answer.diagnostics();
}

Job small_job() {
  return {.keys = {{"model", "llama-3.1-8b"}, {"data.tokens", "50M"}}};
}

} // namespace

TEST_CASE("faults of a job's text come with line, column and hint, all of them", "[facade]") {
  const auto faults = faults_of({.file = "job.yaml",
                                 .text = "model: llama-3.1-8b\n"
                                         "data: {tokens: 5 k}\n"
                                         "metod: full\n"});
  REQUIRE(faults.size() == 2);
  CHECK(faults[0].severity == Severity::error);
  CHECK(faults[0].file == "job.yaml");
  CHECK(faults[0].line == 2);
  CHECK(faults[0].column == 16);
  CHECK(faults[0].message.find("5 k") != std::string::npos);
  CHECK(faults[1].line == 3);
  CHECK(faults[1].column == 1);
  CHECK(faults[1].hint == "did you mean method?");
  CHECK(faults[1].text.find("job.yaml:3:1: error[") == 0);
}

TEST_CASE("a job's text without a name is called workload", "[facade]") {
  CHECK(faults_of({.text = "model: [\n"}).front().file == "workload");
}

TEST_CASE("a fault of a key names the key", "[facade]") {
  auto job = small_job();
  job.keys.emplace_back("data.sequence_lenght", "2048");
  const auto faults = faults_of(job);
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].file == "data.sequence_lenght=2048");
  CHECK(faults[0].line == 0);
  CHECK(faults[0].hint == "did you mean data.sequence_length?");
}

TEST_CASE("a workload file that cannot be read is a fault", "[facade]") {
  const auto faults = faults_of({.file = "no/such/job.yaml"});
  CHECK(faults.front().file == "no/such/job.yaml");
}

TEST_CASE("a job without a model is a fault", "[facade]") {
  CHECK(faults_of({}).front().code == "WRK030");
}

TEST_CASE("currencies, rates and rule files are checked at once", "[facade]") {
  const ScratchFolder folder;
  const auto rules = folder.write("rules.yaml", "rules:\n  - {id: own.mfu, check: 'mfuu > 0.3'}\n");
  const auto faults = faults_of(
      small_job(), {.currency = "euro", .exchange_rates = {"EUR=1.08USD"}, .rule_files = {rules}});
  REQUIRE(faults.size() == 3);
  CHECK(faults[0].file == rules);
  CHECK(faults[0].line == 2);
  CHECK(faults[0].column == 27);
  CHECK(faults[1].message == "met euro, expected a currency code");
  CHECK(faults[2].message.find("EUR=1.08USD") != std::string::npos);
}

TEST_CASE("faults of an overlay stop it from being loaded", "[facade]") {
  const ScratchFolder folder;
  const auto prices = folder.write("prices.csv",
                                   "provider,instance_type,region,option,price_hourly,currency\n"
                                   "aws,p5.48xlarge,us-east-1,on-demand,fifty,USD\n"
                                   "aws,p5.49xlarge,us-east-1,on-demand,50,USD\n");
  const auto catalog = Catalog::load({prices});
  REQUIRE_FALSE(catalog.has_value());
  const auto& faults = catalog.diagnostics();
  REQUIRE(faults.size() == 2);
  CHECK(faults[0].file == prices);
  CHECK(faults[0].line == 2);
  CHECK(faults[0].column == 37);
  CHECK(faults[1].line == 3);
  CHECK(faults[1].hint == "did you mean p5.48xlarge?");
}

TEST_CASE("doubtful rows of an overlay are found, with code and place", "[facade]") {
  const ScratchFolder folder;
  const auto prices = folder.write("prices.csv",
                                   "provider,instance_type,region,option,price_hourly,currency\n"
                                   "aws,p5.48xlarge,us-east-1,on-demand,40,USD\n"
                                   "aws,p5.48xlarge,us-east-1,spot,41,USD\n");
  const auto catalog = test::value_of(Catalog::load({prices}));
  std::vector<Diagnostic> own;
  for (const auto& finding : catalog.check()) {
    if (finding.file == prices)
      own.push_back(finding);
  }
  REQUIRE(own.size() == 1);
  CHECK(own[0].code == "CAT024"); // spot dearer than on demand
  CHECK(own[0].severity == Severity::warning);
  CHECK(own[0].line == 3);
}

TEST_CASE("a catalog says its edition", "[facade]") {
  const ScratchFolder folder;
  const auto prices =
      folder.write("prices.csv",
                   "provider,instance_type,region,option,price_hourly,currency,as_of\n"
                   "aws,p5.48xlarge,us-east-1,on-demand,40,USD,2027-01-02\n");
  const auto catalog = test::value_of(Catalog::load({prices}));
  CHECK(catalog.version() == "2027-01-02");
  CHECK(catalog.sha256().size() == 64);
  CHECK(catalog.sha256() != built_in().sha256());
}
