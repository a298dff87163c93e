#include "engine/solver/gap/gap_search.h"

namespace noisy {
namespace {

std::vector<Vector> parts_of(std::span<const SaddlePoint> points, Vector SaddlePoint::*part) {
  std::vector<Vector> out;
  for (const SaddlePoint& point : points) out.push_back(point.*part);
  return out;
}

SideOptions halved(SideOptions options) {
  options.width /= 2;
  return options;
}

}  // namespace

GapSearch::GapSearch(const SaddleMean& mean, std::span<const SaddlePoint> points,
                     const SideOptions& options)
    : dual_(mean, SaddleSide::dual, parts_of(points, &SaddlePoint::primal), halved(options)),
      primal_(mean, SaddleSide::primal, parts_of(points, &SaddlePoint::dual), halved(options)) {}

bool GapSearch::advance(ThreadPool& pool, const Deadline& deadline) {
  return dual_.advance(pool, deadline) && primal_.advance(pool, deadline);
}

}  // namespace noisy
