#include "support/tiny_catalog.hpp"

using namespace gpuplan;
using catalog::LinkKind;
using catalog::NumberFormat;
using test::the_instance;
using test::the_offer;
using test::tiny_catalog;

namespace {

catalog::Accelerator chip(std::string_view name) {
  const auto found = tiny_catalog().find_accelerators(name);
  REQUIRE(found.size() == 1);
  return tiny_catalog().accelerator(found.front());
}

} // namespace

TEST_CASE("an edition counts what the catalog holds", "[catalog][records]") {
  const auto edition = tiny_catalog().edition();
  CHECK(edition.version == "2026-10-15");
  CHECK(edition.providers == 4); // `generic` sells nothing
  CHECK(edition.accelerators == 7);
  CHECK(edition.instances == 19);
  CHECK(edition.offers == 38);
  CHECK(edition.regions == 10);
  CHECK(edition.models == 3);
  CHECK(edition.sha256.size() == 64);
}

TEST_CASE("a chip keeps its units, unsupported and unknown apart", "[catalog][records]") {
  const auto k1 = chip("k1-sxm-40gb");
  CHECK(core::to_gib(*k1.memory) == Approx(40));
  CHECK(core::to_gib(*k1.memory_usable) == Approx(39.4));
  CHECK(k1.memory_bandwidth->count() == Approx(1500e9));
  CHECK(k1.rate(NumberFormat::bf16).dense->count() == Approx(300e12));
  CHECK(k1.rate(NumberFormat::int8).dense->count() == Approx(600e12));
  CHECK(k1.rate(NumberFormat::fp8).unsupported);
  CHECK_FALSE(k1.rate(NumberFormat::fp8).dense.known());
  CHECK(k1.link.kind == LinkKind::nvlink);
  CHECK(k1.link.bidirectional->count() == Approx(600e9));
  CHECK(*k1.compute_capability == Approx(8.0));
  CHECK(k1.ecc == catalog::EccSupport::yes);
  CHECK(k1.aliases == std::vector<std::string_view>{"K1", "acme-k1"});
  REQUIRE(k1.mig_profiles.size() == 2);
  CHECK(k1.mig_profiles[1].name == "3g.20gb");
  CHECK(k1.mig_profiles[1].max_instances == 2);
  CHECK(k1.source_line == 3);

  const auto wren = chip("wren-w9");
  CHECK_FALSE(wren.rate(NumberFormat::bf16).unsupported);
  CHECK_FALSE(wren.rate(NumberFormat::bf16).dense.known());
  CHECK_FALSE(wren.memory_bandwidth.known());
  CHECK(wren.ecc == catalog::EccSupport::unknown);
}

TEST_CASE("nominal and usable memory are two figures", "[catalog][records][A02]") {
  const auto finch = chip("f5-24gb");
  CHECK(core::to_gib(*finch.memory) == Approx(24));
  CHECK(core::to_gib(*finch.memory_usable) == Approx(22.35));
}

TEST_CASE("a size keeps what its provider states", "[catalog][records]") {
  const auto size = the_instance(tiny_catalog(), "nimbus", "k1.8x80");
  CHECK(size.devices == catalog::DeviceCount{8, 1});
  CHECK(*size.vcpus == Approx(96));
  CHECK(core::to_gib(*size.host_memory) == Approx(1152));
  CHECK(size.network->count() == Approx(80e9 / 8));
  CHECK(size.fabric->count() == Approx(1600e9 / 8));
  CHECK(size.rdma == "infiniband");
  CHECK(size.links == LinkKind::nvlink);
  CHECK(size.host_tier == catalog::HostTier::hyperscaler);
  CHECK(size.source_file == GPUPLAN_TESTS_DIR "/support/catalog/providers/nimbus/instances.yaml");

  const auto pool = the_instance(tiny_catalog(), "harbor", "k2.8-pool");
  REQUIRE(pool.same_as.has_value());
  CHECK(tiny_catalog().instance(*pool.same_as).type == "k2.8");
  CHECK_FALSE(pool.vcpus.known());
}

TEST_CASE("a slice is a share of one device", "[catalog][records][A04]") {
  const auto half = the_instance(tiny_catalog(), "nimbus", "f5.half");
  CHECK(half.devices == catalog::DeviceCount{1, 2});
  CHECK_FALSE(half.devices.is_whole());
  CHECK(half.devices.value() == Approx(0.5));
}

TEST_CASE("a price keeps its terms, its date and its line", "[catalog][records]") {
  const auto offer = the_offer(tiny_catalog(), "nimbus/k1.8x40@east-1#reserved-1y-all");
  CHECK(offer.hourly->nanos() == 12'000'000'000);
  CHECK(offer.upfront->nanos() == 105'120'000'000'000);
  CHECK(offer.term == catalog::Term::one_year);
  CHECK(offer.payment == catalog::Payment::all);
  CHECK(core::to_string(*offer.as_of) == "2026-07-01");
  CHECK(offer.as_of_kind == catalog::DateKind::exact);
  CHECK(offer.source_line == 14);

  const auto undated = the_offer(tiny_catalog(), "harbor/k2.8-pool");
  CHECK_FALSE(undated.as_of.known());
  CHECK(undated.as_of_kind == catalog::DateKind::unknown);

  const auto yuan = the_offer(tiny_catalog(), "dragon/ecs.f5");
  CHECK(test::price_text(yuan.hourly) == "9.5 CNY");

  const auto unstated = the_offer(tiny_catalog(), "harbor/k1-80.8@eu-1#reserved");
  CHECK(unstated.term == catalog::Term::not_stated);
  CHECK(unstated.payment == catalog::Payment::unstated);
}

TEST_CASE("a price that is not known is unknown and has no zero", "[catalog][records][A07]") {
  const auto offer = the_offer(tiny_catalog(), "nimbus/k2.8.reserved");
  CHECK_FALSE(offer.hourly.known());
  CHECK(offer.hourly.why_unknown() == "no published price");
  CHECK(offer.has(catalog::Finding::no_price));
}

TEST_CASE("models, data sets and rules come back as written", "[catalog][records]") {
  const auto* owl = tiny_catalog().find_language_model("acme/owl-7b-instruct");
  REQUIRE(owl != nullptr);
  CHECK(owl->id == "owl-7b");
  CHECK(*owl->params_total == 6738415616);
  CHECK_FALSE(owl->params_active.known());
  CHECK(owl->tied_embeddings.known());
  CHECK_FALSE(*owl->tied_embeddings);

  const auto* experts = tiny_catalog().find_language_model("OWL-MOE-8x7B");
  REQUIRE(experts != nullptr);
  CHECK(experts->moe_experts == 8);
  CHECK(experts->sliding_window == 4096);
  REQUIRE(experts->other_params.size() == 2);
  CHECK(experts->other_params[0].part == "vision");
  CHECK(experts->other_params[0].count == 303507456);

  const auto* sparrow = tiny_catalog().find_sample_model("sparrow-50");
  REQUIRE(sparrow != nullptr);
  CHECK(*sparrow->flops_forward == Approx(8.22e9));
  CHECK(tiny_catalog().find_language_model("owl") == nullptr);

  REQUIRE(tiny_catalog().rules().size() == 2);
  CHECK(tiny_catalog().rules()[1].id == "policy.place");
  CHECK(tiny_catalog().rules()[1].unknown == "reject");
  CHECK(tiny_catalog().coefficient("training.efficiency.bf16")->value == Approx(0.55));
  CHECK(*tiny_catalog().coefficient("training.efficiency.bf16")->factor_sigma == Approx(1.08));
  CHECK_FALSE(tiny_catalog().coefficient("training.efficiency.fp8")->factor_sigma.known());
  CHECK_FALSE(tiny_catalog().coefficient("training.efficiency").has_value());
  CHECK(tiny_catalog().setting("serve.input_tokens")->value == "1024");
  CHECK(tiny_catalog().datasets().size() == 1);
  CHECK(tiny_catalog().compatibility().size() == 4);
}
