public class Hello {
    public static void main(String[] names) {
        System.out.println("Hello, " + names[0] + ", from Java");
    }
}
