#include "support/tiny_catalog.hpp"

using namespace gpuplan;
using test::Files;
using test::price_text;
using test::the_instance;
using test::the_offer;
using test::tiny_catalog;

namespace {

const std::string k_overlay_prices =
    "provider,instance_type,region,zone,option,term,payment,price_hourly,currency,as_of\n";

} // namespace

TEST_CASE("an overlay needs no source file of the catalog below it", "[catalog][overlay]") {
  Files files{{{"ali.csv",
                k_overlay_prices + "dragon,ecs.f5,cn-unspecified,,spot,,,3.20,CNY,2026-11-01\n"}}};
  const auto catalog = files.over_tiny({"ali.csv"});
  INFO(test::rendered(files.sink));
  REQUIRE(catalog.has_value());
  CHECK(catalog->offer_count() == tiny_catalog().offer_count() + 1);
  CHECK(price_text(the_offer(*catalog, "dragon/ecs.f5@cn-unspecified#spot").hourly) == "3.2 CNY");
  CHECK(catalog->edition().version == "2026-11-01");
  CHECK(catalog->edition().sha256 != tiny_catalog().edition().sha256);
}

TEST_CASE("a row of an overlay replaces the row of its key, fresher or not", "[catalog][overlay]") {
  Files files{
      {{"p.csv", k_overlay_prices + "nimbus,f5.1,east-1,,on-demand,,,0.70,USD,2020-01-01\n"}}};
  const auto catalog = files.over_tiny({"p.csv"});
  REQUIRE(catalog.has_value());
  CHECK(catalog->offer_count() == tiny_catalog().offer_count());
  const auto offer = the_offer(*catalog, "nimbus/f5.1@east-1");
  CHECK(price_text(offer.hourly) == "0.7 USD");
  CHECK(offer.source_file == "p.csv");
  CHECK(offer.source_line == 2);
  CHECK_FALSE(offer.has(catalog::Finding::duplicate_key));
}

TEST_CASE("the last overlay wins", "[catalog][overlay]") {
  Files files{
      {{"a.csv", k_overlay_prices + "nimbus,f5.1,east-1,,on-demand,,,0.70,USD,2026-01-01\n"},
       {"b.csv", k_overlay_prices + "nimbus,f5.1,east-1,,on-demand,,,0.60,USD,2026-01-01\n"}}};
  CHECK(price_text(the_offer(*files.over_tiny({"a.csv", "b.csv"}), "nimbus/f5.1@east-1").hourly) ==
        "0.6 USD");
  CHECK(price_text(the_offer(*files.over_tiny({"b.csv", "a.csv"}), "nimbus/f5.1@east-1").hourly) ==
        "0.7 USD");
}

TEST_CASE("a folder overlay adds a provider with chips, sizes, regions and prices",
          "[catalog][overlay]") {
  Files files{
      {{"mine/accelerators/own.yaml",
        "accelerators:\n  - {id: own1, vendor: Us, name: Own, "
        "memory_gib: 48}\n"},
       {"mine/regions.yaml",
        "regions:\n  - {provider: cellar, region: home, country: Germany, "
        "country_code: DE}\n"},
       {"mine/providers/cellar/provider.yaml", "provider: cellar\nname: The cellar\n"},
       {"mine/providers/cellar/instances.yaml",
        "instances:\n  - {type: rack, accelerator: own1, devices: 4, rdma: none, links: pcie}\n"},
       {"mine/providers/cellar/prices.csv",
        "instance_type,region,option,price_hourly,currency\nrack,home,on-demand,1.50,EUR\n"}}};
  const auto catalog = files.over_tiny({"mine"});
  INFO(test::rendered(files.sink));
  REQUIRE(catalog.has_value());
  const auto rack = the_instance(*catalog, "cellar", "rack");
  CHECK(catalog->accelerator(*rack.accelerator).name == "own1");
  const auto offer = the_offer(*catalog, "cellar/rack@home");
  CHECK(price_text(offer.hourly) == "1.5 EUR");
  CHECK(catalog->in_place(offer.region, "eu"));
  // Ids of the catalog below moved; its rows did not change.
  CHECK(price_text(the_offer(*catalog, "harbor/k1-80.8@eu-1").hourly) == "17.6 USD");
  CHECK(catalog->edition().providers == 5);
}

TEST_CASE("an overlay of one chip replaces that chip alone", "[catalog][overlay]") {
  Files files{{{"chip.yaml",
                "accelerators:\n  - {id: wren-w9, vendor: Wren, name: W9, memory_gib: "
                "64, memory_bandwidth_gb_s: 1000, tflops: {bf16: 200}}\n"}}};
  const auto catalog = files.over_tiny({"chip.yaml"});
  REQUIRE(catalog.has_value());
  CHECK(catalog->accelerator_count() == 7);
  const auto chip = catalog->accelerator(catalog->find_accelerators("wren-w9").front());
  CHECK(chip.rate(catalog::NumberFormat::bf16).dense->count() == Approx(200e12));
  CHECK(chip.aliases.empty());
}

TEST_CASE("defaults, coefficients and rules change by key", "[catalog][overlay]") {
  Files files{{{"defaults.yaml", "serve: {input_tokens: {value: 2048, why: ours}}\n"},
               {"calibration.yaml", "training: {efficiency: {bf16: {value: 0.6, unit: share}}}\n"},
               {"rules.yaml", "rules:\n  - {id: memory.fits, level: off}\n"}}};
  const auto catalog = files.over_tiny({"defaults.yaml", "calibration.yaml", "rules.yaml"});
  INFO(test::rendered(files.sink));
  REQUIRE(catalog.has_value());
  CHECK(catalog->setting("serve.input_tokens")->value == "2048");
  CHECK(catalog->setting("serve.input_tokens")->file == "defaults.yaml");
  CHECK(catalog->settings().size() == tiny_catalog().settings().size());
  CHECK(catalog->coefficient("training.efficiency.bf16")->value == Approx(0.6));
  CHECK(catalog->coefficient("training.efficiency.fp8")->value == Approx(0.45));
  REQUIRE(catalog->rules().size() == 2);
  CHECK(catalog->rules()[0].id == "memory.fits");
  CHECK(catalog->rules()[0].level == "off");
  CHECK(catalog->rules()[0].check == tiny_catalog().rules()[0].check);
}

TEST_CASE("a rule that changes nothing that is there is a fault", "[catalog][overlay]") {
  Files files{{{"rules.yaml", "rules:\n  - {id: memory.fit, level: warn}\n"}}};
  CHECK_FALSE(files.over_tiny({"rules.yaml"}).has_value());
  REQUIRE(files.sink.diagnostics().size() == 1);
  CHECK(files.sink.diagnostics().front().code == "CAT007");
}

TEST_CASE("a compiled catalog is an overlay too", "[catalog][overlay]") {
  Files files{{{"tiny.gpc", std::string{tiny_catalog().bytes()}}}};
  CHECK(catalog::is_compiled("tiny.gpc", files.reader));
  const auto opened = catalog::open_compiled("tiny.gpc", files.reader, files.sink);
  REQUIRE(opened.has_value());
  const auto catalog = files.over_tiny({"tiny.gpc"});
  REQUIRE(catalog.has_value());
  CHECK(catalog->bytes() == tiny_catalog().bytes());
}

TEST_CASE("an altered compiled overlay is refused and named", "[catalog][overlay]") {
  auto bytes = std::string{tiny_catalog().bytes()};
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 4);
  Files files{{{"bad.gpc", bytes}}};
  CHECK_FALSE(files.over_tiny({"bad.gpc"}).has_value());
  REQUIRE_FALSE(files.sink.diagnostics().empty());
  CHECK(files.sink.diagnostics().front().at.file == "bad.gpc");
}

TEST_CASE("an overlay that is not there is a fault", "[catalog][overlay]") {
  Files files{{}};
  CHECK_FALSE(files.over_tiny({"nowhere.yaml"}).has_value());
  CHECK(files.sink.failed());
}
