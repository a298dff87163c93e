#include "engine/question/fit/onnx_graph.h"

#include <algorithm>
#include <bit>

// Messages: https://protobuf.dev/programming-guides/encoding. Numbers of fields and types:
// https://github.com/onnx/onnx/blob/main/onnx/onnx.proto.

namespace noisy::onnx {
namespace {

Message attribute(std::string_view name, std::uint64_t type) {
  Message out;
  out.text(1, name);
  out.number(20, type);
  return out;
}

Message value_info(const std::string& name, Element element, Index columns) {
  Message rows;
  rows.text(2, "rows");
  Message shape;
  shape.message(1, rows);
  if (columns > 0) {
    Message count;
    count.number(1, static_cast<std::uint64_t>(columns));
    shape.message(1, count);
  }
  Message tensor;
  tensor.number(1, static_cast<std::uint64_t>(element));
  tensor.message(2, shape);
  Message type;
  type.message(1, tensor);
  Message out;
  out.text(1, name);
  out.message(2, type);
  return out;
}

Message operator_set(std::string_view domain, std::uint64_t version) {
  Message out;
  if (!domain.empty()) out.text(1, domain);
  out.number(2, version);
  return out;
}

/// The least byte first, as in raw_data.
void append(std::string& raw, std::uint64_t bits) {
  for (int shift = 0; shift < 64; shift += 8) raw += static_cast<char>(bits >> shift);
}

}  // namespace

void Message::number(int field, std::uint64_t value) {
  varint(static_cast<std::uint64_t>(field) << 3);
  varint(value);
}

void Message::text(int field, std::string_view value) {
  constexpr std::uint64_t kHasLength = 2;
  varint((static_cast<std::uint64_t>(field) << 3) | kHasLength);
  varint(value.size());
  bytes_ += value;
}

void Message::varint(std::uint64_t value) {
  for (; value > 127; value >>= 7) bytes_ += static_cast<char>(value | 128);
  bytes_ += static_cast<char>(value);
}

Message integer(std::string_view name, Index value) {
  Message out = attribute(name, 2);
  out.number(3, static_cast<std::uint64_t>(value));
  return out;
}

Message integers(std::string_view name, std::span<const Index> values) {
  Message out = attribute(name, 7);
  for (const Index value : values) out.number(8, static_cast<std::uint64_t>(value));
  return out;
}

Message texts(std::string_view name, std::span<const std::string> values) {
  Message out = attribute(name, 8);
  for (const std::string& value : values) out.text(9, value);
  return out;
}

std::string Graph::free_name(std::string name) const {
  while (std::ranges::find(taken_, name) != taken_.end()) name += "_";
  return name;
}

std::string Graph::constant(Element element, Lengths shape,
                            const std::function<void(Message&)>& fill) {
  std::string name = next_name();
  Message tensor;
  for (const std::size_t length : shape) tensor.number(1, length);
  tensor.number(2, static_cast<std::uint64_t>(element));
  tensor.text(8, name);
  fill(tensor);
  graph_.message(5, tensor);
  return name;
}

std::string Graph::numbers(std::span<const double> values, Lengths shape) {
  std::string raw;
  for (const double value : values) append(raw, std::bit_cast<std::uint64_t>(value));
  return constant(Element::real, shape, [&](Message& tensor) { tensor.text(9, raw); });
}

std::string Graph::place(std::size_t value, Lengths shape) {
  std::string raw;
  append(raw, value);
  return constant(Element::int64, shape, [&](Message& tensor) { tensor.text(9, raw); });
}

std::string Graph::texts(const Names& values) {
  return constant(Element::text, {values.size()}, [&](Message& tensor) {
    for (const std::string& value : values) tensor.text(6, value);
  });
}

std::string Graph::node(std::string_view operation, const Names& inputs,
                        const std::vector<Message>& attributes, std::string_view domain) {
  std::string out = next_name();
  node_called(out, operation, inputs, attributes, domain);
  return out;
}

void Graph::node_called(const std::string& output, std::string_view operation, const Names& inputs,
                        const std::vector<Message>& attributes, std::string_view domain) {
  Message one;
  for (const std::string& input : inputs) one.text(1, input);
  one.text(2, output);
  one.text(4, operation);
  for (const Message& each : attributes) one.message(5, each);
  if (!domain.empty()) one.text(7, domain);
  graph_.message(1, one);
}

void Graph::input(const std::string& name, Element element, Index columns) {
  graph_.message(11, value_info(name, element, columns));
}

void Graph::output(const std::string& name, Element element, Index columns) {
  graph_.message(12, value_info(name, element, columns));
}

std::string Graph::file(std::string_view name, std::string_view about) && {
  graph_.text(2, name);
  Message out;
  constexpr std::uint64_t kVersionOfFormat = 8;
  out.number(1, kVersionOfFormat);
  out.text(2, "Noisy Descent");
  out.text(6, about);
  out.message(7, graph_);
  out.message(8, operator_set("", 16));
  out.message(8, operator_set("ai.onnx.ml", 2));
  return out.bytes();
}

}  // namespace noisy::onnx
