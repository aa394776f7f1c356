#include "catalog/sha256.hpp"
#include "core/unit_text.hpp"
#include "facts/rule.hpp"
#include "support/tiny_catalog.hpp"

#include <set>

using namespace gpuplan;
using test::the_instance;
using test::the_offer;

namespace {

const catalog::Catalog& shipped() {
  static const auto built_in = catalog::Catalog::built_in();
  return built_in;
}

std::size_t chips_named(std::string_view name) {
  return shipped().find_accelerators(name).size();
}

} // namespace

TEST_CASE("the shipped catalog holds what its files hold", "[catalog][shipped]") {
  const auto edition = shipped().edition();
  CHECK(edition.providers == 33);
  CHECK(edition.accelerators == 105);
  CHECK(edition.instances == 842);
  CHECK(edition.offers == 10'063);
  CHECK(edition.regions == 465);
  CHECK(edition.models == 181 + 141);
  CHECK(core::parse_date(edition.version).has_value());
  CHECK(edition.sha256 == catalog::sha256(shipped().bytes()));
}

TEST_CASE("the shipped catalog passes the checks that a strange file has to pass",
          "[catalog][shipped]") {
  core::DiagnosticSink sink;
  const auto copy = catalog::Catalog::from_bytes(
      std::make_shared<const std::string>(shipped().bytes()), "copy", sink);
  INFO(test::rendered(sink));
  REQUIRE(copy.has_value());
  CHECK(copy->edition().sha256 == shipped().edition().sha256);
}

TEST_CASE("the shipped catalog's files are read without a remark", "[catalog][shipped]") {
  core::DiagnosticSink sink;
  source::DiskReader files;
  const std::array paths{std::string{GPUPLAN_CATALOGS_DIR}};
  const auto loaded = catalog::load_sources(paths, files, sink);
  INFO(test::rendered(sink));
  REQUIRE(loaded.has_value());
  CHECK(sink.diagnostics().empty());
  CHECK(loaded->offer_count() == shipped().offer_count());
}

TEST_CASE("an overlay over the shipped catalog changes only its own rows", "[catalog][shipped]") {
  source::MemoryReader files;
  core::DiagnosticSink sink;
  files.add("p.csv",
            "provider,instance_type,region,option,price_hourly,currency,as_of\n"
            "aws,p5.48xlarge,us-east-1,on-demand,44.50,USD,2026-11-30\n");
  const std::vector<std::string> overlays{"p.csv"};
  const auto catalog = catalog::load(overlays, files, sink);
  INFO(test::rendered(sink));
  REQUIRE(catalog.has_value());
  CHECK(catalog->offer_count() == shipped().offer_count());
  CHECK(test::price_text(the_offer(*catalog, "aws/p5.48xlarge@us-east-1").hourly) == "44.5 USD");
  CHECK(test::price_text(the_offer(*catalog, "aws/p4d.24xlarge@us-east-1").hourly) ==
        test::price_text(the_offer(shipped(), "aws/p4d.24xlarge@us-east-1").hourly));
}

TEST_CASE("every offer of the shipped catalog has a name of its own, and selects itself",
          "[catalog][shipped]") {
  std::set<std::string> names;
  for (std::uint32_t i = 0; i < shipped().offer_count(); ++i) {
    const auto name = shipped().offer_name(shipped().offer({i}));
    CHECK(names.insert(name).second);
    if (i % 97 == 0) {
      CAPTURE(name);
      CHECK(the_offer(shipped(), name).id.index == i);
    }
  }
}

TEST_CASE("shipped settings, coefficients and rules can be read", "[catalog][shipped]") {
  CHECK(shipped().settings().size() > 50);
  for (const auto& setting : shipped().settings()) {
    CAPTURE(setting.key);
    CHECK_FALSE(setting.value.empty());
    CHECK_FALSE(setting.why.empty());
  }
  for (const auto* key : {"catalog.memory_tolerance",
                          "catalog.payment_order_tolerance",
                          "catalog.spot_equal_tolerance",
                          "catalog.outlier_factor",
                          "catalog.outlier_least_providers",
                          "catalog.cold_storage_tiers"})
    CHECK(shipped().setting(key).has_value());
  for (const auto& coefficient : shipped().coefficients()) {
    CAPTURE(coefficient.key);
    CHECK_FALSE(coefficient.unit.empty());
    CHECK_FALSE(coefficient.source.empty());
  }
  facts::RuleSet rules;
  for (const auto& record : shipped().rules()) {
    CAPTURE(record.id);
    facts::RuleText text{.id = std::string{record.id},
                         .check = std::string{record.check},
                         .level = std::string{record.level}};
    if (!record.applies.empty())
      text.applies = std::string{record.applies};
    CHECK_FALSE(rules.add(text).has_value());
    CHECK_FALSE(record.message.empty());
    CHECK_FALSE(record.why.empty());
  }
  CHECK(rules.rules().size() == shipped().rules().size());
  CHECK(rules.find("memory.fits") != nullptr);
}

TEST_CASE("names that people use find the chips they mean", "[catalog][shipped]") {
  CHECK(chips_named("a100-40gb") == 2); // SXM4 and PCIe
  CHECK(chips_named("A100 80GB") == 2); // never the 40 GB ones
  CHECK(chips_named("a100") == 4);      // all variants
  CHECK(chips_named("h100") == 3);      // SXM5, PCIe, NVL; not GH200
  CHECK(chips_named("v100-32gb") == 3); // SXM2, SXM3, PCIe
  CHECK(chips_named("h200") == 2);
  CHECK(chips_named("l4") == 1); // not L40, L40S
  CHECK(chips_named("t4") == 1); // not T4G
  CHECK(chips_named("rtx-3080") == 1);
  CHECK(chips_named("nvidia-a100-80gb") == 1);
  CHECK(chips_named("h1000") == 0);
}

TEST_CASE("TPU slices are counted in chips", "[catalog][shipped][A06]") {
  struct Case {
    const char* type;
    std::int32_t chips;
    double memory_gib;
    std::int32_t hosts;
  };

  // v2, v3 and v5p names count two cores a chip, v5e and v6e chips.
  const auto [type, chips, memory, hosts] = GENERATE(values<Case>({{"tpu-v2-8", 4, 16, 1},
                                                                   {"tpu-v3-32", 16, 32, 4},
                                                                   {"tpu-v5p-8", 4, 95, 1},
                                                                   {"tpu-v5litepod-8", 8, 16, 1},
                                                                   {"tpu-v6e-4", 4, 32, 1}}));
  CAPTURE(type);
  const auto size = the_instance(shipped(), "gcp", type);
  CHECK(size.devices == catalog::DeviceCount{chips, 1});
  CHECK(core::to_gib(*shipped().accelerator(*size.accelerator).memory) == Approx(memory));
  CHECK(size.hosts == hosts);
}

TEST_CASE("slices are sold as shares of one device", "[catalog][shipped][A04]") {
  CHECK(the_instance(shipped(), "azure", "Standard_NV6ads_A10_v5").devices ==
        catalog::DeviceCount{1, 6});
  CHECK(the_instance(shipped(), "azure", "Standard_NV36ads_A10_v5").devices ==
        catalog::DeviceCount{1, 1});
}

TEST_CASE("a size with a chip is priced with it, and only hosts that take a chip carry it",
          "[catalog][shipped][A09][A10]") {
  // The host alone is 0.94; with its A100 it lists for about four times as much.
  const auto offer = the_offer(shipped(), "gcp/a2-highgpu-1g@us-central1");
  CHECK(offer.hourly->to_double() > 3);
  const auto gcp = *shipped().find_provider("gcp");
  for (const auto id : shipped().find_instances(gcp, "n1-*")) {
    const auto size = shipped().instance(id);
    if (!size.accelerator)
      continue;
    const auto chip = shipped().accelerator(*size.accelerator).generation;
    CAPTURE(size.type, chip);
    CHECK((chip == "pascal" || chip == "volta" || chip == "turing"));
  }
  CHECK(std::holds_alternative<catalog::ReferenceError>(
      catalog::select_offers(shipped(), "gcp/n1-highmem-8+nvidia-tesla-a100x1")));
}

TEST_CASE("multi-node figures are the fabric's", "[catalog][shipped]") {
  const auto network = [](std::string_view provider, std::string_view type) {
    return shipped().shape(the_instance(shipped(), provider, type).shape).network;
  };
  CHECK(network("aws", "p5.48xlarge")->count() == Approx(3200e9 / 8));
  CHECK(network("azure", "Standard_ND96isr_H100_v5")->count() == Approx(3200e9 / 8));
}

TEST_CASE("findings of the shipped catalog are few and none sets a row apart",
          "[catalog][shipped]") {
  std::map<catalog::Finding, std::size_t> counts;
  for (const auto& finding : shipped().findings())
    ++counts[finding.kind];
  // The eight prices worked out by the factor of a region, and the 24 spot prices that equal
  // on demand to the digits given.
  CHECK(counts[catalog::Finding::derived] == 8);
  CHECK(counts[catalog::Finding::spot_equals_on_demand] == 24);
  // What GCP's page said when it could not be read a second time, and three undated copies.
  CHECK(counts[catalog::Finding::unconfirmed] == 10);
  for (const auto kind : {catalog::Finding::zero_price,
                          catalog::Finding::duplicate_key,
                          catalog::Finding::per_device_price_unscaled,
                          catalog::Finding::memory_mismatch,
                          catalog::Finding::memory_corrected,
                          catalog::Finding::payment_order,
                          catalog::Finding::spot_above_on_demand})
    CHECK(counts[kind] == 0);
  CHECK(counts[catalog::Finding::outlier] < shipped().offer_count() / 50);
  for (std::uint32_t i = 0; i < shipped().offer_count(); ++i)
    CHECK((shipped().offer({i}).findings & catalog::k_quarantine) == 0);
}

TEST_CASE("places of the shipped catalog agree with its regions' own groups",
          "[catalog][shipped]") {
  for (std::uint32_t i = 0; i < shipped().region_count(); ++i) {
    const auto region = shipped().region({i});
    CAPTURE(region.name);
    if (!region.country_code.known())
      continue;
    CHECK(shipped().in_place({i}, *region.country_code));
    for (const auto group : region.groups)
      CHECK(shipped().in_place({i}, group));
    for (const auto* group : {"eu", "eea", "us", "cn"})
      CHECK(shipped().in_place({i}, group) ==
            (std::ranges::find(region.groups, std::string_view{group}) != region.groups.end()));
  }
}

TEST_CASE("a provider answers to what people call it, and no name means two",
          "[catalog][shipped]") {
  const auto name_of = [](std::string_view word) {
    const auto found = shipped().find_provider(word);
    return found ? std::string(shipped().provider(*found).name) : std::string{};
  };
  CHECK(name_of("amazon") == "aws");
  CHECK(name_of("Google") == "gcp");
  CHECK(name_of("microsoft") == "azure");
  CHECK(name_of("oracle") == "oci");
  for (std::uint32_t i = 0; i < shipped().provider_count(); ++i) {
    const auto provider = shipped().provider({i});
    for (const auto alias : provider.aliases) {
      CAPTURE(alias);
      CHECK(name_of(alias) == provider.name);
    }
  }
}

TEST_CASE("continents and their parts are places", "[catalog][shipped]") {
  const auto in = [](std::string_view provider, std::string_view region, std::string_view place) {
    const auto found = shipped().find_region(*shipped().find_provider(provider), region);
    REQUIRE(found.has_value());
    return shipped().is_place(place) && shipped().in_place(*found, place);
  };
  CHECK(in("aws", "ap-northeast-1", "asia"));
  CHECK_FALSE(in("aws", "ap-southeast-2", "asia"));
  CHECK(in("aws", "ap-southeast-2", "oceania"));
  CHECK(in("aws", "me-south-1", "middle-east"));
  CHECK(in("aws", "me-south-1", "asia"));
  CHECK(in("aws", "sa-east-1", "south-america"));
  CHECK(in("aws", "us-east-1", "usa"));
  CHECK_FALSE(in("aws", "eu-west-1", "asia"));
}
