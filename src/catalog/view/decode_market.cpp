#include "catalog/check.hpp"
#include "catalog/view/decode.hpp"
#include "catalog/words.hpp"

namespace gpuplan::catalog {

namespace {

core::Currency currency_of(std::string_view code) {
  return core::Currency::parse(code).value_or(core::Currency{});
}

} // namespace

Provider decode_provider(const View& view, std::uint32_t i) {
  const auto& table = view.table<fb::Providers>();
  const auto text = [&](const auto* column) { return view.text(column->Get(i)); };
  return {.id = {i},
          .name = text(table.name()),
          .display_name = text(table.display_name()),
          .aliases = split_lines(text(table.aliases())),
          .host_tier = static_cast<HostTier>(table.host_tier()->Get(i)),
          .headquarters = text(table.headquarters()),
          .currency = text(table.currency()),
          .increment_s = known_whole(table.increment_s()->Get(i)),
          .minimum_s = known_whole(table.minimum_s()->Get(i)),
          .certifications = split_lines(text(table.certifications())),
          .sla_percent = known_number(table.sla_percent()->Get(i)),
          .egress_free_gb = known_number(table.egress_free_gb()->Get(i)),
          .quota_note = text(table.quota_note()),
          .regions_doc = text(table.regions_doc()),
          .note = text(table.note()),
          .source = text(table.source()),
          .source_file = text(table.file()),
          .source_line = table.line()->Get(i)};
}

Region decode_region(const View& view, std::uint32_t i) {
  const auto& table = view.table<fb::Regions>();
  const auto text = [&](const auto* column) { return view.text(column->Get(i)); };
  const auto code = text(table.country_code());
  const auto kind = text(table.kind());
  return {.id = {i},
          .provider = {table.provider()->Get(i)},
          .name = text(table.name()),
          .kind = kind,
          .country_code = code.empty() ? core::Known<std::string_view>{core::Unknown{
                                             "the source does not say in which country"}}
                                       : core::Known<std::string_view>{code},
          .country = text(table.country()),
          .city = text(table.city()),
          .groups = split_lines(text(table.groups())),
          .grid_gco2_per_kwh = known_number(table.grid_gco2_per_kwh()->Get(i)),
          .pue = known_number(table.pue()->Get(i)),
          .stated = kind != "unspecified",
          .continent = text(table.continent()),
          .latitude = known_number(table.latitude()->Get(i)),
          .longitude = known_number(table.longitude()->Get(i)),
          .grid_scope = text(table.grid_scope()),
          .note = text(table.note()),
          .source = text(table.source()),
          .source_file = text(table.file()),
          .source_line = table.line()->Get(i)};
}

FindingRecord decode_finding(const View& view, std::uint32_t i) {
  const auto& table = view.table<fb::Findings>();
  const auto offer = table.offer()->Get(i);
  const auto instance = table.instance()->Get(i);
  return {.kind = static_cast<Finding>(table.kind()->Get(i)),
          .message = view.text(table.message()->Get(i)),
          .offer = offer == 0 ? std::nullopt : std::optional{OfferId{offer - 1}},
          .instance = instance == 0 ? std::nullopt : std::optional{InstanceId{instance - 1}},
          .file = view.text(table.file()->Get(i)),
          .line = table.line()->Get(i),
          .other_file = view.text(table.other_file()->Get(i)),
          .other_line = table.other_line()->Get(i),
          .ratio = table.ratio()->Get(i)};
}

BillingProduct decode_billing_product(const View& view, std::uint32_t i) {
  const auto& table = view.table<fb::BillingProducts>();
  const auto option = table.option()->Get(i);
  return {.name = view.text(table.name()->Get(i)),
          .option =
              option == 0 ? std::nullopt : std::optional{static_cast<PurchaseOption>(option - 1)},
          .source_file = view.text(table.file()->Get(i)),
          .source_line = table.line()->Get(i)};
}

BillingRow decode_billing_row(const View& view, std::uint32_t i) {
  const auto& table = view.table<fb::BillingRules>();
  const auto text = [&](const auto* column) { return view.text(column->Get(i)); };
  const auto interruptible = table.interruptible()->Get(i);
  return {.provider = text(table.provider()),
          .product = text(table.product()),
          .term = text(table.term()),
          .only = text(table.only()),
          .payments = split_lines(text(table.payments())),
          .discount_low = known_number(table.discount_low()->Get(i)),
          .discount_high = known_number(table.discount_high()->Get(i)),
          .increment_s = known_whole(table.increment_s()->Get(i)),
          .minimum_s = known_whole(table.minimum_s()->Get(i)),
          .notice_s = known_whole(table.notice_s()->Get(i)),
          .interruptible =
              interruptible > 1 ? core::Known<bool>{} : core::Known<bool>{interruptible == 1},
          .note = text(table.note()),
          .source = text(table.source()),
          .source_file = text(table.file()),
          .source_line = table.line()->Get(i)};
}

StorageRow decode_storage_row(const View& view, std::uint32_t i) {
  const auto& table = view.table<fb::StorageRates>();
  const auto text = [&](const auto* column) { return view.text(column->Get(i)); };
  return {.provider = {table.provider()->Get(i)},
          .kind = text(table.kind()),
          .tier = text(table.tier()),
          .destination = text(table.destination()),
          .from_gb = known_number(table.from_gb()->Get(i)),
          .to_gb = known_number(table.to_gb()->Get(i)),
          .region = text(table.region()),
          .price = core::Money{table.price()->Get(i), currency_of(text(table.currency()))},
          .unit = text(table.unit()),
          .as_of = known_date(table.as_of()->Get(i)),
          .source = text(table.source()),
          .note = text(table.note()),
          .source_file = text(table.file()),
          .source_line = table.line()->Get(i)};
}

StoragePerformanceRow decode_storage_performance(const View& view, std::uint32_t i) {
  const auto& table = view.table<fb::StoragePerformance>();
  const auto text = [&](const auto* column) { return view.text(column->Get(i)); };
  return {.provider = {table.provider()->Get(i)},
          .kind = text(table.kind()),
          .tier = text(table.tier()),
          .scope = text(table.scope()),
          .read = known_quantity<core::BytesPerSecond>(table.read()->Get(i)),
          .write = known_quantity<core::BytesPerSecond>(table.write()->Get(i)),
          .iops = known_number(table.iops()->Get(i)),
          .first_byte_latency = known_quantity<core::Seconds>(table.first_byte_latency_s()->Get(i)),
          .as_of = text(table.as_of()),
          .source = text(table.source()),
          .note = text(table.note()),
          .source_file = text(table.file()),
          .source_line = table.line()->Get(i)};
}

} // namespace gpuplan::catalog
