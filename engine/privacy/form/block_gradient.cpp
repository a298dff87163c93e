#include "engine/privacy/form/block_gradient.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "engine/json/lookup.h"
#include "engine/math/figure_text.h"
#include "engine/privacy/form/simplex_players.h"
#include "engine/privacy/oracle/exact.h"
#include "engine/privacy/release/block_costs.h"
#include "engine/privacy/release/described_release.h"
#include "engine/privacy/release/findings.h"
#include "engine/privacy/release/release_cost.h"
#include "engine/privacy/release/stated_release.h"
#include "engine/record/reader.h"

namespace noisy {
namespace {

/// The part of a statement that B is.
constexpr const char* kBlocks = "blocks";

struct StatedBlocks final : StatedRelease::Details {
  double size = 1;
};

Index size_of(const Release& release) {
  return static_cast<Index>(release.details[0]);
}

}  // namespace

class BlockGradientForm final : public ReleaseForm {
 public:
  BlockGradientForm()
      : ReleaseForm({"block-gradient", "Gradient of the next block",
                     "The mean gradient of records that no other release reads."}) {}

  bool estimates_gradient() const override { return true; }
  bool is_named(const DescribedRelease&) const override { return true; }
  std::string_view moving_text() const override { return "the mean of a block"; }
  std::string_view plain_plural() const override { return " gradients of blocks of "; }

  double mean_sensitivity(const DescribedRelease& release, double sensitivity) const override {
    return sensitivity / static_cast<double>(size_of(release.release));
  }

  std::string mean_text(const DescribedRelease&) const override {
    return "S / B with B = blocks.size: a record stands in one block of B records, whose mean "
           "gradient is released once";
  }

  std::string cost_formula(const DescribedRelease&) const override {
    return "all releases together cost (mean / sigma_t)^2 / 2, however many there are: a record "
           "moves what is released of its own block, and no other block reads it. The first "
           "release pays that, and no later one adds to it";
  }

  void describe(const DescribedRelease& release, Json& entry) const override {
    entry.set(kBlocks, Json::object({{"size", size_of(release.release)}}));
  }

  /// Every record pays for the release of its own block.
  void tell_blocks(const DescribedRelease& release, Index count,
                   BlockCosts& blocks) const override {
    const Index size = size_of(release.release);
    const double each =
        rho_of_gaussian(mean_sensitivity(release, release.bounds.l2), release.release.noise_scale);
    for (Index read = 0; read < count; ++read) {
      blocks.add({.first = read * size, .records = size, .draws = 1, .cost = each});
    }
  }

  void read(RecordReader& entry, StatedRelease& stated) const override {
    auto out = std::make_shared<StatedBlocks>();
    out->size = entry.inside(kBlocks).number("size", NumberRule::count);
    stated.rule_details = {out->size};
    stated.details = std::move(out);
  }

  void check(const StatedRelease& stated, const std::string& place,
             Findings& findings) const override {
    findings.expect(is_as_proven(stated), place,
                    "gradients of blocks have floating Gaussian noise of uniform sensitivity in "
                    "l2, in rho");
    findings.expect(
        stated.values.size() <= 1 && std::ranges::all_of(stated.values, &ScaleRun::is_constant),
        place, "all releases have one scale");
    const auto& of = stated.details_as<StatedBlocks>();
    findings.expect(stated.planned * of.size <= stated.samples, place + ".blocks.size",
                    "no record may stand in two blocks, and there are too few for the releases");
  }

  void check_mean(const StatedRelease& stated, const std::string& place,
                  Findings& findings) const override {
    const auto& of = stated.details_as<StatedBlocks>();
    findings.compare(place, stated.mean_sensitivity, stated.sensitivity / of.size);
  }

  /// What one costs depends on whether it is the first (stated_totals).
  double stated_cost(const StatedRelease&, const StatedNoise&) const override { return kUnproven; }

  std::vector<double> stated_totals(const StatedRelease& stated,
                                    std::span<const double> releases) const override {
    const bool is_known = is_as_proven(stated) && !stated.values.empty();
    const double all = is_known
                           ? rho_of_gaussian(stated.mean_sensitivity, stated.values.front().first)
                           : kUnproven;
    std::vector<double> totals;
    for (const double count : releases) totals.push_back(is_known && count == 0 ? 0 : all);
    return totals;
  }

  ReleaseDetails written_details(const Json& entry) const override {
    return {number_of(entry.member(kBlocks), "size")};
  }

  std::string plain_words(const Json& entry) const override {
    return "Gaussian noise on the mean gradients of disjoint blocks of " +
           number_text(number_of(entry.member(kBlocks), "size")) + " of " +
           number_text(number_of(entry, "samples")) + " records; one record moves one of them by " +
           figure_text(number_of(entry.member("sensitivity"), "mean")) + " in l2 at most";
  }

  /// Which block is read next is no secret, but follows from what was read before.
  bool has_hidden_state() const override { return true; }
  Index dearest_record(const Release&, Index) const override { return 0; }

  std::optional<Error> refusal(const Request& request, const Exact& exact) const override {
    const BlockReader& reader = reader_of(request);
    const Release& release = request.release;
    const bool is_of_it = request.point && reader.block_size_ >= 1 &&
                          size_of(release) == reader.block_size_ &&
                          release.noise_scale == reader.scale_;
    if (!is_of_it) {
      return Error{ErrorCode::internal, "release", "there is no such block to read"};
    }
    if (reader.block_size_ <= exact.data().samples() - reader.used_) return std::nullopt;
    return Error{ErrorCode::internal, "release",
                 "every record may be read once, and there is no unread block left"};
  }

  void answer(const Request& request, Exact& exact) const override {
    BlockReader& reader = reader_of(request);
    exact.mean_of_block(*request.point, {.first = reader.used_, .count = reader.block_size_},
                        largest_coordinate(exact.data()));
    exact.add_noise(request.release, *request.point, exact.value());
    reader.used_ += reader.block_size_;
  }

  double least_cost(const Request& request, const Exact& exact, ReleaseCost& cost) const override {
    const Release& release = request.release;
    const FiniteSum& data = exact.data();
    const BlockReader& reader = reader_of(request);
    const double length = data.gradient_bounds().l2;
    const bool is_proven = cost.unit() == CostUnit::rho && release.block.is_whole() &&
                           release.batch_size == data.samples() &&
                           is_plain_gaussian(release, length);
    if (!is_proven) return kUnproven;
    if (reader.used_ > 0) return 0;
    return rho_of_gaussian(length / static_cast<double>(reader.block_size_), release.noise_scale);
  }

 private:
  static bool is_as_proven(const StatedRelease& stated) {
    return stated.mechanism == Mechanism::gaussian && stated.unit == CostUnit::rho &&
           !stated.draws_batches && stated.block.is_whole() &&
           stated.release == ReleaseKind::floating && stated.rule == SensitivityRule::uniform &&
           stated.norm == RowNorm::l2;
  }

  static BlockReader& reader_of(const Request& request) {
    return *static_cast<const BlockGradientRequest&>(request).reader;
  }
};

const ReleaseForm* block_gradient_form() {
  static const BlockGradientForm form;
  return &form;
}

ReleaseDetails details_of_blocks(Index block_size) {
  return {static_cast<double>(block_size)};
}

BlockGradientRequest next_block_gradient(BlockReader& reader, const Vector& x,
                                         const Release& release) {
  BlockGradientRequest request;
  request.form = block_gradient_form();
  request.release = release;
  request.point = &x;
  request.reader = &reader;
  return request;
}

}  // namespace noisy
